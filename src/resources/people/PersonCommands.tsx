import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { type PersonDetail, peopleRoutes, viewAsRoutes } from '#contract/config/people/people.ts';
import { formatCount } from '#contract/rules/format.ts';
import { call } from '#data/call.ts';
import { useRefetch } from '#data/refetch.ts';
import { hardNavigation } from '#data/session.ts';
import { useCommand } from '#data/useRoute.ts';
import { ticketListPath } from '#src/resources/tickets/shared/ticketListPath.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { KeyValueList } from '#ui/components/detail/Section.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { hasUnsaved } from '#ui/components/frame/unsaved.ts';

type CommandName = 'deactivate' | 'reactivate' | 'endSessions' | 'sendPassword' | 'removeFactor';

interface Confirmation {
  name: CommandName;
  title: string;
  text: ReactNode;
  confirmLabel: string;
  tone?: 'error';
}

/** The actions on an account, each with a confirmation. */
export function PersonCommands({ person }: { person: PersonDetail }) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const notify = useNotify();
  const refetch = useRefetch();
  const command = useCommand();
  const run = async (name: CommandName) => {
    const body = { versao: person.versao };
    const { data } = await command(peopleRoutes[name], { params: { id: person.id }, body });
    await refetch(peopleRoutes[name]);
    setConfirmation(null);
    notify(data.message, { type: 'success' });
  };
  return (
    <Box role="group" aria-label="Ações da conta" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      {person.ativo && (
        <Button variant="outlined" onClick={() => setConfirmation(sendPassword(person))}>
          Enviar link de nova senha
        </Button>
      )}
      {person.sessoes > 0 && (
        <Button variant="outlined" onClick={() => setConfirmation(endSessions(person))}>
          Encerrar sessões
        </Button>
      )}
      {person.segundoFator && !person.propria && (
        <Button variant="outlined" onClick={() => setConfirmation(removeFactor(person))}>
          Retirar verificação em duas etapas
        </Button>
      )}
      {person.ativo && !person.propria && (
        <Button variant="outlined" color="error" onClick={() => setConfirmation(deactivate(person))}>
          Desativar
        </Button>
      )}
      {!person.ativo && (
        <Button variant="outlined" onClick={() => setConfirmation(reactivate(person))}>
          Reativar
        </Button>
      )}
      {confirmation && (
        <ConfirmDialog
          open
          title={confirmation.title}
          text={confirmation.text}
          confirmLabel={confirmation.confirmLabel}
          tone={confirmation.tone ?? 'primary'}
          onConfirm={() => run(confirmation.name)}
          onCancel={() => setConfirmation(null)}
        />
      )}
    </Box>
  );
}

const sendPassword = ({ email }: PersonDetail): Confirmation => ({
  name: 'sendPassword',
  title: 'Enviar link de nova senha?',
  text: `Enviamos a ${email} um endereço que vale por 30 minutos. A senha atual continua valendo até a pessoa escolher outra.`,
  confirmLabel: 'Enviar link',
});

const endSessions = ({ propria }: PersonDetail): Confirmation => ({
  name: 'endSessions',
  title: 'Encerrar as sessões?',
  text: propria
    ? 'As suas outras sessões são encerradas; esta continua.'
    : 'A pessoa precisa entrar de novo em todos os aparelhos. Os rascunhos dela continuam salvos.',
  confirmLabel: 'Encerrar sessões',
});

const removeFactor = ({ nome }: PersonDetail): Confirmation => ({
  name: 'removeFactor',
  title: `Retirar a verificação em duas etapas de ${nome}?`,
  text: 'Para quem perdeu o celular e os códigos de recuperação. As sessões são encerradas, a pessoa recebe um e-mail e entra só com a senha, até ativar a verificação de novo. Confirme antes, por outro meio, que é ela quem pede.',
  confirmLabel: 'Retirar',
  tone: 'error',
});

const openTicketsText = (count: number) => formatCount(count, 'ticket em aberto', 'tickets em aberto');

const openTicketsPath = (personId: number) =>
  ticketListPath({
    operador: [`${personId}`],
    status: ticketStatus.filter(({ closed }) => !closed).map(({ value }) => value),
  });

const deactivate = ({ id, nome, ticketsAbertos }: PersonDetail): Confirmation => ({
  name: 'deactivate',
  title: `Desativar ${nome}?`,
  text: (
    <>
      As sessões são encerradas na hora e a pessoa não entra mais. O que ela fez continua no histórico.
      {ticketsAbertos > 0 && (
        <>
          {' '}
          Com ela {ticketsAbertos === 1 ? 'fica' : 'ficam'}{' '}
          <Link to={openTicketsPath(id)}>{openTicketsText(ticketsAbertos)}</Link>: encaminhe pela lista.
        </>
      )}
    </>
  ),
  confirmLabel: 'Desativar',
  tone: 'error',
});

const reactivate = ({ nome }: PersonDetail): Confirmation => ({
  name: 'reactivate',
  title: `Reativar ${nome}?`,
  text: 'A pessoa volta a entrar com a senha que tinha, com o perfil e as filiais de agora.',
  confirmLabel: 'Reativar',
});

/** An account's activity and pending work; its tickets link to the list, where they can be handed over. */
export function PersonFacts({ person }: { person: PersonDetail }) {
  const { id, ultimoUso, sessoes, segundoFator, ticketsAbertos, criado, cliente } = person;
  return (
    <KeyValueList
      items={[
        { label: 'Cadastrada', value: <RelativeDate value={criado} /> },
        { label: 'Último uso', value: ultimoUso && <RelativeDate value={ultimoUso} /> },
        { label: 'Sessões abertas', value: sessoes === 0 ? 'nenhuma' : sessoes },
        { label: 'Verificação em duas etapas', value: segundoFator ? 'ativada' : 'desativada' },
        {
          label: 'Tickets em aberto',
          value:
            ticketsAbertos === 0 ? (
              'nenhum'
            ) : (
              <Link to={openTicketsPath(id)}>{openTicketsText(ticketsAbertos)}</Link>
            ),
        },
        ...(cliente ? [{ label: 'Cliente', value: cliente.nome }] : []),
      ]}
    />
  );
}

interface ViewAsButtonProps {
  person: { id: number; nome: string };
  size?: 'small' | 'medium';
}

/** Opens the console as this person sees it, on a fresh page without any of the viewer's own data. */
export function ViewAsButton({ person, size = 'medium' }: ViewAsButtonProps) {
  const [asking, setAsking] = useState(false);
  const begin = async () => {
    await call(viewAsRoutes.begin, { params: { idPessoa: person.id } });
    hardNavigation.leave('/');
  };
  return (
    <>
      <Button
        size={size}
        startIcon={<VisibilityOutlined />}
        aria-label={`Ver como ${person.nome}`}
        onClick={(event) => {
          event.stopPropagation();
          setAsking(true);
        }}
      >
        Ver como
      </Button>
      {asking && (
        <ConfirmDialog
          open
          title={`Ver como ${person.nome}?`}
          text={`Você vê o console com os direitos desta pessoa por até 60 minutos, sem poder gravar. O começo e o fim ficam na auditoria.${
            hasUnsaved() ? ' O que não foi salvo nesta página se perde.' : ''
          }`}
          confirmLabel="Ver como esta pessoa"
          onConfirm={begin}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
