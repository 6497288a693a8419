import { useEffect } from 'react';
import { RECORDS_CHANGED, recordChannel, recordsChannel } from '../../../contract/realtime.ts';
import type { RecordTypeView, StoredRecord } from '../../../contract/records/routes.ts';
import { useStableCallback } from '../../ui/components/useStableCallback.ts';
import { gathered } from '../../ui/live/gathered.ts';
import { live } from '../../ui/live/live.ts';

/** Several writes of one moment are read together. ms */
const RECORD_MS = 150;
/** Read again no more often than this, though a file of thousands comes in. ms */
export const RECORDS_MS = 700;
/** A connection takes so many channels, and the page has others. */
const MOST_HEARD = 80;

/** Who sees some records only is told of those that are shown: of a new one nobody says whose it is. */
export const channelsOfRecords = (
  { chave, veTodos }: Pick<RecordTypeView, 'chave' | 'veTodos'>,
  rows: readonly StoredRecord[],
): string[] =>
  veTodos ? [recordsChannel(chave)] : rows.slice(0, MOST_HEARD).map(({ id }) => recordChannel(chave, id));

/** What somebody else writes of a record is read at once: its form shows it, or what it is at odds with. */
export const useRecordLive = (type: string, id: number | null, readAgain: () => unknown) =>
  useHeard(id === null ? [] : [recordChannel(type, id)], readAgain, RECORD_MS);

/** What somebody else writes of the shown records is read again. */
export const useRecordsLive = (
  type: Pick<RecordTypeView, 'chave' | 'veTodos'> | undefined,
  rows: readonly StoredRecord[],
  readAgain: () => unknown,
) => useHeard(type ? channelsOfRecords(type, rows) : [], readAgain, RECORDS_MS);

function useHeard(all: readonly string[], readAgain: () => unknown, ms: number) {
  const again = useStableCallback(readAgain);
  const channels = all.join(' ');
  useEffect(() => {
    const renew = gathered(() => void again(), ms);
    const listener = {
      onEvent: ({ event }: { event: string }) => void (event === RECORDS_CHANGED && renew.call()),
      onMissed: renew.call,
    };
    const leaves = channels
      .split(' ')
      .filter(Boolean)
      .map((channel) => live.listen(channel, listener));
    return () => {
      renew.cancel();
      for (const leave of leaves) leave();
    };
  }, [channels, again, ms]);
}
