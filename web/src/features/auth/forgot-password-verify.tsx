export function ForgotPasswordVerify() {
  return null;
}
