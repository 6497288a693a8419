// To be written.
export function AgendaImportPage() {
  return null;
}
