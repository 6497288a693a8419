/**
 * Stands in for the CSV writer that react-admin's lists bring along (vite.config.ts): exports go by filter to the
 * server, so that they hold all rows and neutralised cells.
 */
export function noBrowserExport(): never {
  throw new Error('exports go to the server');
}

// biome-ignore lint/style/noDefaultExport: the shape of the package that it replaces
export default noBrowserExport;
