import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { retentionKinds } from '../../../contract/catalogs/retentionKinds.ts';
import {
  type RetentionPreview,
  type RetentionRule,
  retentionRoutes,
} from '../../../contract/config/retention.ts';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import { confirmText, previewLines, ruleTitle } from './words.ts';

interface ConfirmRuleDialogProps {
  rule: RetentionRule;
  preview: RetentionPreview;
  onClose: () => void;
  onDone: () => void;
}

/** Says once more what begins, and when: nothing that goes comes back. */
export function ConfirmRuleDialog({ rule, preview, onClose, onDone }: ConfirmRuleDialogProps) {
  const confirm = useRouteCommand(retentionRoutes.confirm);
  const notify = useNotify();
  const queries = useQueryClient();
  const refused = (error: unknown): never => {
    // Somebody was faster, or the preview is too old: what the dialog shows is read anew beneath the sentence.
    void queries.invalidateQueries();
    throw error;
  };
  return (
    <ConfirmDialog
      open
      tone="error"
      title={`Confirmar a regra de ${ruleTitle(rule)}?`}
      text={confirmText(rule, preview)}
      confirmLabel="Confirmar a regra"
      onConfirm={async () => {
        const { data } = await confirm
          .mutateAsync({ params: { alvo: rule.alvo }, body: { selo: preview.selo, versao: rule.versao } })
          .catch(refused);
        notify(`Confirmada. Age a partir de ${formatCalendarDate(data.agePartir ?? '')}.`, {
          type: 'success',
        });
        onDone();
      }}
      onCancel={onClose}
    >
      <Box component="dl" sx={{ my: 3, '& dt': { fontWeight: 600, mt: 2 }, '& dd': { m: 0 } }}>
        <dt>O que sai</dt>
        <dd>{retentionKinds[rule.tipo].sai}</dd>
        {previewLines(rule, preview)
          .slice(1)
          .map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </Box>
      <Typography variant="body2" color="text.secondary">
        O que sai não volta. Até o primeiro dia, e depois, a regra pode ser pausada nesta página.
      </Typography>
    </ConfirmDialog>
  );
}
