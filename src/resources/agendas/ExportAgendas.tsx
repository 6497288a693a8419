import { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import type { CallInput } from '../../dataProvider/call.ts';
import { downloadProgress } from '../../dataProvider/downloadProgress.ts';
import type { FilterValues } from '../../ui/components/FilterBar/filters.ts';
import { ExportButton } from '../../ui/lists/ExportButton.tsx';

interface ExportAgendasProps {
  values: FilterValues;
  direction: 'ASC' | 'DESC';
}

/** All agendas that the list finds, as a file. */
export function ExportAgendas({ values, direction }: ExportAgendasProps) {
  return (
    <ExportButton
      download={(formato, options) =>
        downloadProgress(
          agendaRoutes.exportFile,
          { body: { filtros: typed(values), formato, direction } },
          { name: `agendas.${formato}`, ...options },
        )
      }
    />
  );
}

type Filters = NonNullable<CallInput<typeof agendaRoutes.exportFile>['body']['filtros']>;

/** The filters of the address, which are texts, as a body carries them. */
const typed = (values: FilterValues): Filters =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value.length > 0)
      .map(([key, value]) => {
        if (key === 'situacao') return [key, [value].flat()];
        return [key, key.startsWith('id') ? Number(value) : value];
      }),
  );
