import type { ProblemCode } from "@saha/contract";

/** What a person reads when something is refused (rules §1). */
export const ar: Record<ProblemCode, string> = {
  "request.invalid": "راجع الحقول المحددة ثم حاول مرة أخرى",
  "request.broken": "وصل الطلب ناقصًا أو تالفًا، حاول مرة أخرى",
  "request.not_found": "لا يوجد شيء على هذا العنوان",
  "request.timeout": "استغرق الطلب وقتًا أطول من اللازم، حاول مرة أخرى",
  "request.too_large": "حجم الطلب أكبر من المسموح",
  "request.media_type": "صيغة الطلب غير مدعومة",
  "request.too_many": "طلبات كثيرة في وقت قصير، انتظر قليلًا ثم حاول",
  "server.failed": "حدث خطأ غير متوقع",
  "server.busy": "الضغط كبير الآن، حاول بعد لحظات",
  "server.database_down": "الخدمة غير متاحة للحظات، حاول مرة أخرى",

  "idempotency.invalid": "مفتاح التكرار يجب أن يكون بين حرف واحد و255 حرفًا",
  "idempotency.mismatch": "استُخدم مفتاح التكرار هذا لطلب آخر",
  "idempotency.running": "طلبك قيد التنفيذ، انتظر لحظة",

  "auth.required": "سجّل الدخول أولًا",
  "auth.forbidden": "هذا الإجراء ليس من صلاحيات حسابك",
  "auth.wrong_credentials": "اسم المستخدم أو كلمة المرور غير صحيحة",
  "auth.wrong_password": "كلمة المرور الحالية غير صحيحة",
  "auth.wrong_code": "الرمز غير صحيح أو انتهت صلاحيته؛ تحقّق منه أو اطلب رمزًا جديدًا",
  "auth.blocked": "هذا الحساب موقوف، راجع إدارة الفعالية",
  "auth.too_many_attempts": "محاولات خاطئة كثيرة، انتظر قليلًا ثم حاول مرة أخرى",
  "auth.too_many_codes": "أرسلنا رمزًا قبل قليل، انتظر ثم اطلب رمزًا جديدًا",
  "auth.common_password": "كلمة المرور هذه شائعة وسهلة التخمين، اختر غيرها",
  "auth.session_not_found": "لم نجد هذا الجهاز بين أجهزتك",

  "user.not_found": "لم نجد هذا الحساب",
  "user.username_taken": "اسم المستخدم محجوز، اختر اسمًا آخر",
  "user.email_taken": "هذا البريد مستخدم في حساب آخر",
  "user.last_admin": "هذا آخر مدير نشط، عيّن مديرًا آخر أولًا",
  "user.password_protected": "كلمة مرور هذا الحساب يغيّرها المدير وحده",

  "file.too_large": "الملف أكبر من 15 ميجابايت",
  "file.not_image": "ارفع صورة بصيغة PNG أو JPEG أو WebP أو GIF أو SVG",
  "file.too_many_pixels": "أبعاد الصورة أكبر من المسموح: 12000 بكسل للضلع و50 ميجابكسل",
  "file.broken": "تعذّرت قراءة الصورة، جرّب صورة أخرى",
  "file.unsafe_drawing": "يشير الرسم إلى ملفات أخرى أو يحوي كيانات، احفظه بصيغة SVG بسيطة أو PNG",
  "file.unexpected": "لا يُقبل ملف في هذا الحقل",

  "theme.not_found": "لم نجد هذا المظهر",

  "ticket.not_found": "لم نجد هذه التذكرة",
  "ticket.invitation_only": "هذه التذكرة بدعوة فقط، استخدم رمز الدعوة",
  "ticket.inactive": "هذه التذكرة غير متاحة للحجز",
  "ticket.over": "انتهى يوم هذه التذكرة",
  "ticket.sold_out": "نفدت التذاكر",
  "ticket.day_taken": "لديك تذكرة لهذا اليوم بالفعل",
  "ticket.invited_that_day": "لديك دعوة لهذا اليوم بالفعل",
  "ticket.has_purchases": "حُجزت من هذه التذكرة نسخ فلا يمكن حذفها، أوقف عرضها بدلًا من ذلك",
  "ticket.quantity_below_purchased": "الكمية أقل من عدد التذاكر المحجوزة",
  "ticket.day_conflict": "لا يمكن نقل اليوم: أحد حاملي التذكرة لديه تذكرة أخرى في اليوم الجديد",
  "ticket.set_when_made": "لا تتغيّر الكمية واليوم واسم الفعالية إلا في التذاكر المجانية",

  "category.not_found": "لم نجد هذه الفئة",
  "category.protected": "هذه فئة أساسية لا تُعدّل ولا تُحذف",
  "category.in_use": "توجد تذاكر في هذه الفئة، انقلها أو احذفها أولًا",
  "category.name_taken": "توجد فئة بهذا الاسم",

  "purchase.not_found": "لم نجد هذه التذكرة بين تذاكرك",
  "purchase.not_active": "استُخدمت هذه التذكرة فلا يمكن إرجاعها",

  "ticket.unknown": "هذه ليست تذكرة لهذه الفعالية",
  "ticket.already_used": "استُخدمت هذه التذكرة من قبل",
  "ticket.not_entered": "لم يدخل حامل هذه التذكرة من البوابة بعد",
  "ticket.cancelled": "أُلغيت هذه التذكرة",
  "ticket.wrong_day": "هذه التذكرة ليوم آخر",
  "ticket.holder_blocked": "حساب حامل التذكرة موقوف",
  "scan.too_many_unknown": "رموز خاطئة كثيرة، توقفت الكتابة اليدوية مؤقتًا؛ امسح رمز QR بالكاميرا",
};
