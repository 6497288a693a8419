// To be written.
export function CustomerFollowUpPage() {
  return null;
}
