import { type CatalogRow, rowOf } from '../../../../contract/catalogs/catalog.ts';
import { timelineType } from '../../../../contract/catalogs/timelineType.ts';
import { conversationRoutes } from '../../../../contract/sac/ticketConversation.ts';
import { inWords } from '../../../dataProvider/inWords.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { Timeline } from '../../../ui/components/detail/Timeline.tsx';
import { ErrorState } from '../../../ui/shell/states/ErrorState.tsx';
import { TextSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import { RailSection } from './RailSection.tsx';

/** What happened to the ticket: the newest five, and all of it on demand. */
export function ActivitiesPart({ idTicket }: { idTicket: number }) {
  const { data, error, isPending, refetch } = useRoute(conversationRoutes.activities, {
    params: { idTicket },
  });
  return (
    <RailSection title="Atividades">
      {isPending && <TextSkeleton lines={5} />}
      {error && !data && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && (
        <Timeline
          catalog={timelineType.map((row) => ({ ...row, label: inWords(row.label) }))}
          entries={data.map(({ id, tipo, datahora_criacao, observacao, colaborador }) => ({
            id,
            type: tipo,
            at: datahora_criacao,
            person: colaborador?.nome ?? null,
            note: inWords(says(timelineType, tipo, observacao)),
          }))}
        />
      )}
    </RailSection>
  );
}

/** An entry whose note only repeats its name says it once. */
const says = (catalog: readonly CatalogRow[], type: string, note: string) =>
  note.replace(/\.$/, '') === rowOf(catalog, type).label ? '' : note;
