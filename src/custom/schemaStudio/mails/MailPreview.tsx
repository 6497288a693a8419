import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { MailTemplate } from '../../../../contract/rules/mails/mailTemplate.ts';
import { renderMail, sampleValues } from '../../../../contract/rules/mails/renderMail.ts';
import { SafeHtml } from '../../../ui/components/display/SafeHtml.tsx';
import type { PreviewProps } from '../editorProps.ts';

/** The e-mail of a sample ticket, as a company or as an end consumer reads it. */
export function MailPreview({ value }: PreviewProps) {
  const [consumer, setConsumer] = useState(false);
  const template = value as unknown as MailTemplate;
  const values = sampleValues();
  const frame = template.id === 'moldura';
  const { subject, html } = renderMail(
    { template: frame ? template : PLAIN, values },
    [{ template: frame ? SAMPLE : template, values }],
    { consumer },
  );
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <ToggleButtonGroup
        size="small"
        exclusive
        value={consumer}
        onChange={(_event, next: boolean | null) => next !== null && setConsumer(next)}
        aria-label="Quem lê"
      >
        <ToggleButton value={false}>Empresa</ToggleButton>
        <ToggleButton value={true}>Consumidor</ToggleButton>
      </ToggleButtonGroup>
      <Box
        component="article"
        aria-label="E-mail de exemplo"
        sx={({ vars: { palette } }) => ({
          p: 4,
          borderRadius: 1,
          border: `1px solid ${palette.components.linha}`,
          backgroundColor: palette.components.superficie,
          overflowWrap: 'anywhere',
        })}
      >
        {frame && (
          <Typography variant="h2" sx={{ mb: 3 }}>
            {subject}
          </Typography>
        )}
        <SafeHtml html={html} />
      </Box>
    </Box>
  );
}

const PLAIN: MailTemplate = { formato: 1, id: 'moldura', titulo: '', assunto: '', texto: ['{{conteudo}}'] };
const SAMPLE: MailTemplate = {
  formato: 1,
  id: 'resposta',
  titulo: '',
  texto: ['{{autor}} escreveu no seu ticket {{numero}}:', '{{mensagem}}'],
};
