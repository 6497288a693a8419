// To be written.
export function FollowUpPage() {
  return null;
}
