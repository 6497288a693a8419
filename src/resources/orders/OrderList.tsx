// To be written.
export function OrderList() {
  return null;
}
