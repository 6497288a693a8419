// To be written.
export function FieldSalesPage() {
  return null;
}
