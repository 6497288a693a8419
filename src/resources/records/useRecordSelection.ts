import { useMemo, useState } from 'react';
import type { StoredRecord } from '../../../contract/records/routes.ts';
import type { TableSelection } from '../../ui/components/DataTable/selection.ts';

type Ids = ReadonlySet<string | number>;
const NONE: Ids = new Set();

/** The ticked records, over the pages. */
export function useRecordSelection(rows: readonly StoredRecord[]) {
  const [ids, setIds] = useState<Ids>(NONE);
  return useMemo(() => {
    const selection: TableSelection<StoredRecord> = {
      ids,
      onChange: setIds,
      label: ({ id }) => `Selecionar linha ${rows.findIndex((row) => row.id === id) + 1}`,
    };
    return { selection, ids: [...ids].map(Number), clear: () => setIds(NONE) };
  }, [ids, rows]);
}

export type SelectedRecords = ReturnType<typeof useRecordSelection>;
