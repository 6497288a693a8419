// To be written.
export function InitialLoadPage() {
  return null;
}
