// To be written.
export function MyOrderList() {
  return null;
}
