import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type NfeEmitter, nfeImportRoutes } from '../../../contract/config/nfeImports.ts';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { formatDocument } from '../../../contract/rules/documents.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { routeKey, useRoute, useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import { Section } from '../../ui/components/detail/Section.tsx';
import { SecondaryText } from '../../ui/components/display/SecondaryText.ts';

/**
 * Emitters of invoices that are not a branch, each listed once with its number of invoices and a button to create the branch.
 */
export function UnknownEmitters({ running }: { running: boolean }) {
  const client = useQueryClient();
  const [requested, setRequested] = useState<NfeEmitter | null>(null);
  const [said, setSaid] = useState('');
  const { data } = useRoute(nfeImportRoutes.emitters, {});
  const adopt = useRouteCommand(nfeImportRoutes.adopt);
  useEffect(() => {
    // The emitters found by an import are available when it has ended.
    if (!running) void client.invalidateQueries({ queryKey: routeKey(nfeImportRoutes.emitters) });
  }, [client, running]);
  const confirm = async () => {
    if (!requested) return;
    const { data: made } = await adopt.mutateAsync({ params: { cnpj: requested.cnpj } });
    setSaid(made.message);
    setRequested(null);
    await client.invalidateQueries({ queryKey: routeKey(nfeImportRoutes.list) });
  };
  if (!said && (data ?? []).length === 0) return null;
  return (
    <Section
      title="Emitentes desconhecidos"
      description="As notas deles estão guardadas e ainda não deram nada. De fornecedores, deixe como está; das suas filiais, diga que são suas."
    >
      <div role="status">
        {said && (
          <Alert severity="success" sx={{ mb: 3 }}>
            {said}
          </Alert>
        )}
      </div>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
        {data?.map((emitter) => (
          <Box
            key={emitter.cnpj}
            component="li"
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}
          >
            <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
              {emitter.nome}
              <SecondaryText as="div">{factsOf(emitter)}</SecondaryText>
            </Box>
            <Button variant="outlined" size="small" onClick={() => setRequested(emitter)}>
              {emitter.filial ? 'Importar notas' : 'É filial nossa'}
            </Button>
          </Box>
        ))}
      </Box>
      {requested && (
        <ConfirmDialog
          open
          title={requested.filial ? 'Importar as notas guardadas?' : 'Tornar filial?'}
          text={
            requested.filial
              ? `${formatCount(requested.notas, 'nota guardada será importada', 'notas guardadas serão importadas')}.`
              : `${requested.nome} (${formatDocument(requested.cnpj)}) será cadastrada como filial com os dados da nota, e ${formatCount(requested.notas, 'nota guardada será importada', 'notas guardadas serão importadas')}.`
          }
          confirmLabel={requested.filial ? 'Importar' : 'Tornar filial'}
          onConfirm={confirm}
          onCancel={() => setRequested(null)}
        />
      )}
    </Section>
  );
}

function factsOf({ cnpj, uf, notas, de, ate }: NfeEmitter): string {
  const days = de && ate ? ` de ${formatCalendarDate(de)} a ${formatCalendarDate(ate)}` : '';
  return [formatDocument(cnpj), uf, `${formatCount(notas, 'nota', 'notas')}${days}`]
    .filter(Boolean)
    .join(' · ');
}
