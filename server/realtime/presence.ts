import type { Deps } from '../context.ts';
import type { Db } from '../db/client.ts';
import type { ChannelSigner } from './channelSigner.ts';
import type { Hub } from './hub.ts';
import { membersOf } from './members.ts';

export type Presence = ReturnType<typeof createPresence>;

/**
 * Tells the listeners of this process who came and who went. The truth is the table of members: whatever the
 * reason for asking, the difference to what was told last is what is told now, so a lost word mends itself.
 */
export function createPresence(db: Db, hub: Hub) {
  const present = new Map<string, Map<number, string>>();
  const running = new Map<string, Promise<void>>();

  async function compare(channel: string): Promise<void> {
    const members = await membersOf(db, channel);
    const before = present.get(channel) ?? new Map<number, string>();
    present.set(channel, members);
    for (const [id, nome] of members) if (!before.has(id)) hub.publish(channel, added(id, nome));
    for (const id of before.keys()) if (!members.has(id)) hub.publish(channel, removed(id));
  }

  return {
    /** One after the other for each channel: an older answer never follows a newer one. */
    refresh(channel: string): Promise<void> {
      const next = (running.get(channel) ?? Promise.resolve()).catch(() => {}).then(() => compare(channel));
      running.set(channel, next);
      const done = () => running.get(channel) === next && running.delete(channel);
      next.then(done, done);
      return next;
    },
    /** What a new listener is answered. */
    snapshot(channel: string) {
      const members = [...(present.get(channel) ?? [])];
      return {
        presence: {
          count: members.length,
          ids: members.map(([id]) => String(id)),
          hash: Object.fromEntries(members.map(([id, nome]) => [String(id), { nome }])),
        },
      };
    },
    /** Nobody of this process listens any more. */
    forget: (channel: string) => void present.delete(channel),
  };
}

const added = (id: number, nome: string) => ({
  event: 'pusher_internal:member_added',
  data: { user_id: String(id), user_info: { nome } },
});

const removed = (id: number) => ({
  event: 'pusher_internal:member_removed',
  data: { user_id: String(id) },
});

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
