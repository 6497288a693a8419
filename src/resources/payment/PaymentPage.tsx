// To be written.
export function PaymentPage() {
  return null;
}
