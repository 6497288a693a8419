/** What the list offers beyond looking: one chunk, loaded when the list stands. */

export { FieldsOfList } from '../../../custom/extraFields/FieldsOfList.tsx';
export { ListViews } from '../../../ui/lists/views/ListViews.tsx';
export { BulkBar } from './bulk/BulkBar.tsx';
export { ExportTickets } from './ExportTickets.tsx';
export { ListKeys } from './ListKeys.tsx';
export { TicketPreview } from './TicketPreview.tsx';
