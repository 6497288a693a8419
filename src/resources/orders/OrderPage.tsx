// To be written.
export function OrderPage() {
  return null;
}
