// To be written.
export function AutomationPage() {
  return null;
}
