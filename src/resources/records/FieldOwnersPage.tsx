import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { isOwnType } from '#contract/records/index.ts';
import { fieldOwnerRoutes } from '#contract/records/routes/fieldOwners.ts';
import type { RecordKey, RecordTypeView } from '#contract/records/routes/records.ts';
import type { Output } from '#contract/route.ts';
import type { FieldOwner } from '#contract/rules/fields/campo.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { useRefetch } from '#data/refetch.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import { useUnsaved } from '#ui/components/frame/unsaved.ts';
import { type Choice, ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { Answered, errorText } from '#ui/shell/states/StateMessage.tsx';
import { PageSkeleton } from '#ui/shell/states/skeletons.tsx';
import { AuthoredLabels } from '#ui/words.ts';

const OWNER_CHOICES: readonly Choice<FieldOwner>[] = [
  { value: 'AMBOS', label: 'Quem gravou por último' },
  { value: 'ERP', label: 'O ERP' },
  { value: 'CONSOLE', label: 'O console' },
];

/** `/cadastros/{chave}/origem`: whether each field is controlled by the ERP, by people in the console, or by both. */
export function FieldOwnersPage({ type }: { type: RecordTypeView }) {
  const { chave, titulo } = type;
  const list = `/cadastros/${chave}`;
  return (
    <RequirePermission permission="CONFIGURACAO_PARAMETROS">
      <Page
        title="Origem de cada campo"
        crumbs={[{ label: upperFirst(titulo.muitos), to: list }]}
        width="form"
      >
        <Loaded chave={chave as RecordKey} />
      </Page>
    </RequirePermission>
  );
}

type Owners = Output<typeof fieldOwnerRoutes.get>['data'];

function Loaded({ chave }: { chave: RecordKey }) {
  const answer = useRoute(fieldOwnerRoutes.get, { params: { chave } });
  return (
    <Answered answer={answer} skeleton={<PageSkeleton />}>
      {({ data }) => (
        <AuthoredLabels value={isOwnType({ chave })}>
          <OwnersForm key={data.versao} chave={chave} owners={data} />
        </AuthoredLabels>
      )}
    </Answered>
  );
}

function OwnersForm({ chave, owners }: { chave: RecordKey; owners: Owners }) {
  const [chosen, setChosen] = useState<Readonly<Record<string, FieldOwner>>>({});
  const refetch = useRefetch();
  const notify = useNotify();
  const save = useRouteCommand(fieldOwnerRoutes.update, {
    onSuccess: ({ data }) => {
      notify(data.message, { type: 'success' });
      setChosen({});
      void refetch(fieldOwnerRoutes.update);
    },
  });
  const stands = new Map(owners.campos.map((field) => [field.chave, field.origem]));
  const campos = Object.entries(chosen)
    .filter(([key, owner]) => stands.get(key) !== owner)
    .map(([key, origem]) => ({ chave: key, origem }));
  const changed = campos.length > 0;
  useUnsaved(changed);
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Typography>
        O que vem por integração ou arquivo não desfaz o que as pessoas escrevem nos campos <b>do console</b>,
        e as pessoas não mudam os campos <b>do ERP</b>. Um registro novo começa com o que vier. O resultado de
        cada envio diz quais campos foram mantidos.
      </Typography>
      {owners.noEstudio && (
        <Alert severity="info">
          Este cadastro é da própria empresa: a origem de cada campo se escolhe na definição dele, em{' '}
          <Link component={RouterLink} to={`/configuracao/records/${chave}`}>
            Esquemas
          </Link>
          .
        </Alert>
      )}
      {save.error && (
        <Alert
          severity="error"
          action={
            save.error.status === 409 && (
              <Button
                color="inherit"
                onClick={() => {
                  save.reset();
                  void refetch(fieldOwnerRoutes.update);
                }}
              >
                Ver como ficou
              </Button>
            )
          }
        >
          {errorText(save.error)}
        </Alert>
      )}
      <Box
        component="ul"
        aria-label="Campos"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 3,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
        }}
      >
        {owners.campos.map(({ chave: key, titulo, origem }) => (
          <li key={key}>
            <ChoiceField
              fullWidth
              label={titulo}
              value={chosen[key] ?? origem}
              disabled={owners.noEstudio || save.isPending}
              onChange={(owner) => setChosen({ ...chosen, [key]: owner })}
              choices={OWNER_CHOICES}
            />
          </li>
        ))}
      </Box>
      {!owners.noEstudio && (
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          <Button
            variant="contained"
            disabled={!changed}
            loading={save.isPending}
            onClick={() => save.mutate({ params: { chave }, body: { versao: owners.versao, campos } })}
          >
            Salvar
          </Button>
          {changed && (
            <Button onClick={() => setChosen({})} disabled={save.isPending}>
              Descartar mudanças
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}
