// To be written.
export function AgendaList() {
  return null;
}
