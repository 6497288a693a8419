import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { importRoutes } from '../../../../contract/records/imports.ts';
import type { RecordKey } from '../../../../contract/records/routes.ts';
import { useRoute, useRouteCommand } from '../../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../../ui/components/ConfirmDialog.tsx';
import { Section } from '../../../ui/components/detail/Section.tsx';
import { SecondaryText } from '../../../ui/components/display/SecondaryText.ts';
import { Hint } from '../../../ui/components/Hint.tsx';

/** The presets of the type, with the titles that each is for; nothing where there are none. */
export function Presets({ chave }: { chave: RecordKey }) {
  const { data, refetch } = useRoute(importRoutes.presets, { params: { chave } });
  const [leaving, setLeaving] = useState<string | null>(null);
  const remove = useRouteCommand(importRoutes.removePreset, {
    onSuccess: () => setLeaving(null),
    // Somebody else may have been faster: what stands is read anew either way.
    onSettled: () => void refetch(),
  });
  if (!data || data.itens.length === 0) return null;
  return (
    <Section
      title="Modelos"
      description="Um arquivo com os mesmos títulos recebe as colunas do modelo por si."
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.itens.map(({ nome, titulos }) => (
          <Box component="li" key={nome} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <div>{nome}</div>
              <SecondaryText as="div">{titulos.join(' · ')}</SecondaryText>
            </Box>
            <Hint text={`Excluir o modelo ${nome}`}>
              <IconButton aria-label={`Excluir o modelo ${nome}`} onClick={() => setLeaving(nome)}>
                <DeleteOutlined />
              </IconButton>
            </Hint>
          </Box>
        ))}
      </Box>
      {leaving !== null && (
        <ConfirmDialog
          open
          title={`Excluir o modelo ${leaving}?`}
          text="As próximas importações deixam de receber as colunas dele. O que já foi importado fica como está."
          confirmLabel="Excluir modelo"
          tone="error"
          onConfirm={async () => void (await remove.mutateAsync({ params: { chave, nome: leaving } }))}
          onCancel={() => setLeaving(null)}
        />
      )}
    </Section>
  );
}
