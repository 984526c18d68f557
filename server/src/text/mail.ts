import type { Language } from "@saha/contract";

/** What one mail says around its names and its code; each line is a paragraph. */
export type MailParagraphs = { subject: string; heading: string; before: string[]; after: string[] };

export type MailWords = {
  /** The name under which the event writes. */
  sender: string;
  footer: string;
  verification(account: string): MailParagraphs;
  recovery(account: string): MailParagraphs;
  signInToVerify(): MailParagraphs;
  addressInUse(account: string): MailParagraphs;
  emailChange(account: string, address: string): MailParagraphs;
  passwordSet(account: string): MailParagraphs;
  /** An invitation to the holder of an address; `by` is who invites, where it was said. */
  invitation(of: { title: string; day: string; by: string | null; code: string }): MailParagraphs;
  /** The words on the button that opens an invitation. */
  openInvitation: string;
};

/** The mails of rules §3; the only digits that may stand in a run of six are the code's. */
export const mailWords: Record<Language, MailWords> = {
  ar: {
    sender: "ساحة",
    footer: "رسالة آلية من منصة ساحة، لا حاجة إلى الرد عليها.",
    verification: (account) => ({
      subject: "رمز تأكيد بريدك في ساحة",
      heading: "أكّد بريدك الإلكتروني",
      before: [`طُلب تأكيد هذا البريد للحساب ${account}.`, "اكتب هذا الرمز في صفحة التأكيد:"],
      after: ["الرمز صالح 10 دقائق ويُستخدم مرة واحدة.", "إن لم يكن هذا حسابك فتجاهل الرسالة ولا تعطِ الرمز لأحد."],
    }),
    recovery: (account) => ({
      subject: "رمز استعادة كلمة المرور في ساحة",
      heading: "استعادة كلمة المرور",
      before: [`طُلبت كلمة مرور جديدة للحساب ${account}.`, "اكتب هذا الرمز في صفحة الاستعادة:"],
      after: [
        "الرمز صالح 10 دقائق ويُستخدم مرة واحدة.",
        "إن لم تطلب ذلك فتجاهل الرسالة، وستبقى كلمة مرورك كما هي. لا تعطِ الرمز لأحد.",
      ],
    }),
    signInToVerify: () => ({
      subject: "سجّل الدخول لتأكيد بريدك في ساحة",
      heading: "أكّد بريدك من ملفك الشخصي",
      before: [
        "طُلب رمز لتأكيد هذا البريد من جهاز لم يُستخدم مع حسابك من قبل، فلم نرسل رمزًا.",
        "سجّل الدخول إلى حسابك ثم أكّد البريد من ملفك الشخصي.",
      ],
      after: ["إن لم تطلب ذلك فتجاهل الرسالة، فلن يتغير شيء."],
    }),
    addressInUse: (account) => ({
      subject: "هذا البريد مؤكد لحساب آخر في ساحة",
      heading: "البريد مستخدم في حساب آخر",
      before: [
        `طُلب تأكيد هذا البريد للحساب ${account}، لكنه مؤكد بالفعل لحساب آخر في ساحة.`,
        "لتستخدمه هنا غيّر بريد الحساب الآخر أولًا، أو سجّل الدخول بالحساب الآخر.",
      ],
      after: ["إن لم تطلب ذلك فتجاهل الرسالة، فلن يتغير شيء."],
    }),
    emailChange: (account, address) => ({
      subject: "طُلب تغيير بريد حسابك في ساحة",
      heading: "تغيير البريد الإلكتروني",
      before: [
        `طُلب تغيير بريد الحساب ${account} إلى ${address}.`,
        "يبقى هذا البريد هو المعتمد إلى أن يُؤكَّد البريد الجديد.",
      ],
      after: ["إن لم تطلب ذلك فغيّر كلمة مرورك الآن وسجّل الخروج من كل الأجهزة."],
    }),
    passwordSet: (account) => ({
      subject: "تغيّرت كلمة مرور حسابك في ساحة",
      heading: "كلمة مرور جديدة",
      before: [`تغيّرت كلمة مرور الحساب ${account}، وسُجّل الخروج من كل أجهزته.`, "وأُزيل كل بريد لم يُؤكَّد بعد."],
      after: ["إن لم تطلب ذلك فراجع إدارة الفعالية، أو استعد كلمة المرور من صفحة الدخول."],
    }),
    invitation: ({ title, day, by, code }) => ({
      subject: `دعوتك إلى ${title}`,
      heading: "وصلتك دعوة",
      before: [
        by === null ? `هذه دعوتك إلى «${title}».` : `يدعوك ${by} إلى «${title}».`,
        `الموعد: ${day}.`,
        `رمز الدعوة: ${code}`,
        "افتح الرابط وسجّل الدخول أو أنشئ حسابًا لتحصل على تذكرتك:",
      ],
      after: ["الرمز لشخص واحد ويُستخدم مرة واحدة، فلا تنشره."],
    }),
    openInvitation: "افتح الدعوة",
  },
  en: {
    sender: "Saha",
    footer: "An automatic message from Saha; there is no need to answer it.",
    verification: (account) => ({
      subject: "Your Saha verification code",
      heading: "Verify your email",
      before: [`The account ${account} asked to verify this address.`, "Type this code on the verification page:"],
      after: [
        "The code is good for 10 minutes and works once.",
        "If this is not your account, ignore this message and give the code to nobody.",
      ],
    }),
    recovery: (account) => ({
      subject: "Your Saha password code",
      heading: "Reset your password",
      before: [`A new password was asked for the account ${account}.`, "Type this code on the reset page:"],
      after: [
        "The code is good for 10 minutes and works once.",
        "If you did not ask for it, ignore this message: your password stays as it is. Give the code to nobody.",
      ],
    }),
    signInToVerify: () => ({
      subject: "Sign in to verify your email on Saha",
      heading: "Verify in your profile",
      before: [
        "A code for this address was asked for on a device that has not been used with your account, so none was sent.",
        "Sign in to your account, then verify the address in your profile.",
      ],
      after: ["If you did not ask for it, ignore this message: nothing changes."],
    }),
    addressInUse: (account) => ({
      subject: "This address is verified for another Saha account",
      heading: "The address is in use",
      before: [
        `The account ${account} asked to verify this address, but another account has already verified it.`,
        "To use it here, change the other account's email first, or sign in with the other account.",
      ],
      after: ["If you did not ask for it, ignore this message: nothing changes."],
    }),
    emailChange: (account, address) => ({
      subject: "A new email was asked for your Saha account",
      heading: "Your email is to change",
      before: [
        `The email of the account ${account} is to become ${address}.`,
        "This address stays in force until the new one is verified.",
      ],
      after: ["If you did not ask for it, change your password now and sign out everywhere."],
    }),
    passwordSet: (account) => ({
      subject: "The password of your Saha account has changed",
      heading: "A new password",
      before: [
        `The account ${account} has a new password and was signed out on every device.`,
        "An email that was not verified yet was removed from it.",
      ],
      after: ["If you did not ask for it, talk to the event's team or reset the password from the sign-in page."],
    }),
    invitation: ({ title, day, by, code }) => ({
      subject: `Your invitation to ${title}`,
      heading: "You are invited",
      before: [
        by === null ? `This is your invitation to “${title}”.` : `${by} invites you to “${title}”.`,
        `When: ${day}.`,
        `Invitation code: ${code}`,
        "Open the link and sign in or register to get your ticket:",
      ],
      after: ["The code is for one person and works once, so do not post it."],
    }),
    openInvitation: "Open the invitation",
  },
};
