// To be written.
export function AutomationList() {
  return null;
}
