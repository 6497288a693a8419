import { ListContextProvider, ResourceContextProvider, useList } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { AdminContext, DataTable as PeerTable } from 'react-admin';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import type { RowId } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { columns, rows } from './rows.tsx';

export interface TableBench {
  /** Milliseconds from the call to the frame in which the first checkbox is rendered. */
  mount: (which: 'ours' | 'peer') => Promise<number>;
  /** Milliseconds from ticking a row to the next frame. */
  tick: (index: number) => Promise<number>;
  ticked: () => number;
}
declare global {
  interface Window {
    tableBench: TableBench;
  }
}

const Ours = () => {
  const [ids, setIds] = useState<ReadonlySet<RowId>>(new Set());
  return (
    <DataTable
      label="Tickets"
      columns={columns}
      rows={rows}
      rowId={(row) => row.id}
      rowLink={(row) => `/tickets/${row.id}`}
      selection={{ ids, onChange: setIds, label: (row) => `Selecionar ticket ${row.id}` }}
      maxHeight="800px"
    />
  );
};

const Peer = () => {
  const list = useList({ data: rows, perPage: rows.length });
  return (
    <ResourceContextProvider value="tickets">
      <ListContextProvider value={list}>
        <PeerTable bulkActionButtons={<span />}>
          {columns.map((column) => (
            <PeerTable.Col
              key={column.id}
              source={column.id}
              label={column.label}
              render={(row: (typeof rows)[number]) => (
                <>
                  {column.render(row)} {column.second?.(row)}
                </>
              )}
            />
          ))}
        </PeerTable>
      </ListContextProvider>
    </ResourceContextProvider>
  );
};

const SCREENS: Record<'ours' | 'peer', ReactNode> = {
  ours: (
    <ThemeProvider>
      <BrowserRouter>
        <Ours />
      </BrowserRouter>
    </ThemeProvider>
  ),
  peer: (
    <AdminContext>
      <Peer />
    </AdminContext>
  ),
};

const boxes = () => [...document.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]')];
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
let root: Root | undefined;

window.tableBench = {
  mount: async (which) => {
    root?.unmount();
    const fresh = createRoot(document.getElementById('root') as HTMLElement);
    root = fresh;
    const start = performance.now();
    flushSync(() => fresh.render(SCREENS[which]));
    while (boxes().length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await nextFrame();
    return performance.now() - start;
  },
  tick: async (index) => {
    const start = performance.now();
    boxes()[index]?.click();
    await nextFrame();
    return performance.now() - start;
  },
  ticked: () => boxes().filter((box) => box.checked).length,
};
