// To be written.
export function CapacityPage() {
  return null;
}
