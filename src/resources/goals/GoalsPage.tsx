// To be written.
export function GoalsPage() {
  return null;
}
