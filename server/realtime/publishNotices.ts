import { NOTICES_CHANGED, NOTICES_CHANNEL } from '../../contract/realtime.ts';
import type { Executor } from '../db/client.ts';
import { publish } from './publish.ts';

/** A notice was published, changed or withdrawn: each console asks for its own number of unread ones. */
export const publishNotices = (tx: Executor, at: Date) =>
  publish(tx, { channels: [NOTICES_CHANNEL], event: NOTICES_CHANGED, data: {}, at });
