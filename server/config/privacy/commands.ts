export { eraseRows, goOnErasing, isBusy, lockHolder, obstacles } from './erase.ts';
export { eraseHolder } from './eraseHolder.ts';
export { holderOf } from './holder.ts';
export { NOBODY, ticketEnd } from './holdings/holding.ts';
export { eraseOwnRecords, personalTypes } from './ownFields.ts';
export { goneWith, logHolder, publishGone } from './publishErased.ts';
