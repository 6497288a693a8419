import Typography from '@mui/material/Typography';
import { conversationRoutes } from '../../../../contract/sac/ticketConversation.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { Facts } from './Facts.tsx';
import { RailSection } from './RailSection.tsx';

const MOST = 4;

/** The sector that has the ticket, and who of it may take it; the reply forwards to another. */
export function SectorPart({ idTicket }: { idTicket: number }) {
  const { data } = useRoute(conversationRoutes.sectors, { params: { idTicket } });
  const current = data?.find(({ atual }) => atual);
  if (!data) return null;
  return (
    <RailSection title="Setores">
      {current ? (
        <Facts items={[{ label: current.desc, value: namesOf(current.atendentes) }]} />
      ) : (
        <Typography variant="body2">O ticket não está com nenhum setor.</Typography>
      )}
      <Typography
        variant="caption"
        component="p"
        sx={{ mt: 1, color: (t) => t.vars.palette.components.textoSecundario }}
      >
        Para passar a outro setor, encaminhe pela conversa.
      </Typography>
    </RailSection>
  );
}

function namesOf(people: readonly { nome: string }[]): string {
  if (people.length === 0) return 'Ninguém atende neste setor';
  const names = people.slice(0, MOST).map(({ nome }) => nome);
  const more = people.length - names.length;
  return more > 0 ? `${names.join(', ')} e mais ${more}` : names.join(', ');
}
