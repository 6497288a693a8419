/**
 * Replaces the CSV writer of react-admin's lists (vite.config.ts): exports are done by filter on the server, so that they
 * contain all rows and neutralised cells.
 */
export function noBrowserExport(): never {
  throw new Error('exports go to the server');
}

// biome-ignore lint/style/noDefaultExport: the replaced package has a default export
export default noBrowserExport;
