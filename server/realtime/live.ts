import type { Deps } from '../context.ts';
import type { ChannelSigner } from './channelSigner.ts';
import type { Hub } from './hub.ts';
import type { Presence } from './presence.ts';

/** What the parts of a process's live side share. */
export interface Live {
  deps: Pick<Deps, 'db' | 'now'>;
  /** Names this process in the table of members. */
  node: string;
  hub: Hub;
  presence: Presence;
  signer: () => Promise<ChannelSigner>;
  /** Resolves once the database's notifications arrive: nobody is told "subscribed" before. */
  ready: () => Promise<void>;
  onError: (error: unknown) => void;
}
