/** What the list offers beyond looking: one chunk, loaded when the list stands. */
export { BulkBar } from './bulk/BulkBar.tsx';
export { ExportButton } from './ExportButton.tsx';
export { ListKeys } from './ListKeys.tsx';
export { TicketPreview } from './TicketPreview.tsx';
export { ListViews } from './views/ListViews.tsx';
