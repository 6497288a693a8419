import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import type { FieldEntity } from '#contract/rules/fields/extraField.ts';
import {
  type AddedField,
  addedPlaceholders,
  isStandardMail,
  MAIL_PLACEHOLDERS,
  type MailTemplate,
  placeholdersOf,
} from '#contract/rules/mails/mailTemplate.ts';
import { renderMail, sampleValues } from '#contract/rules/mails/renderMail.ts';
import { extraFieldRoutes } from '#contract/sac/extraFields.ts';
import { useRoute } from '#data/useRoute.ts';
import { SafeHtml } from '#ui/components/display/SafeHtml.tsx';
import { problemAt } from '#ui/components/inputs/PropertyFields.tsx';
import type { EditorProps, PreviewProps } from '../editorProps.ts';
import { PanelField } from '../parts/PanelField.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';

/** The texts of an e-mail: paragraphs as one text separated by blank lines, and the available placeholders. */
export function MailEditor({ value, onChange, problems }: EditorProps) {
  const template = contentOf('mails', value);
  const { id, titulo, texto = [], obrigatorio } = template;
  const put = (changed: Partial<MailTemplate>) => onChange({ ...value, ...changed });
  const added = useAddedFields();
  return (
    <PropertyGroup kind="Modelo de e-mail" title={titulo || id} pointer="">
      <PanelField at="/titulo" />
      <PanelField at="/descricao" />
      {(id === 'moldura' || !isStandardMail(id)) && <PanelField at="/assunto" />}
      <PanelField
        at="/texto"
        multiline
        value={texto.join('\n\n')}
        set={(text: string) => put({ texto: text.split('\n\n') })}
      />
      {(obrigatorio || (id !== 'moldura' && isStandardMail(id))) && (
        <PanelField
          at="/obrigatorio"
          value={obrigatorio !== undefined}
          set={(all: boolean) => onChange(all ? { ...value, obrigatorio: { motivo: '' } } : without(value))}
        />
      )}
      {obrigatorio && <PanelField at="/obrigatorio/motivo" help={problemAt(problems, '/obrigatorio')} />}
      <section aria-label="O que o Balcão preenche">
        <Typography variant="caption" component="p" color="text.secondary">
          O que o Balcão preenche
        </Typography>
        <dl style={{ margin: 0, display: 'grid', gap: 6 }}>
          {placeholdersOf(id).map((name) => (
            <div key={name}>
              <dt>
                <code>{`{{${name}}}`}</code>
              </dt>
              <dd style={{ margin: 0 }}>{MAIL_PLACEHOLDERS[name].titulo}</dd>
            </div>
          ))}
          {added.map(({ nome, titulo }) => (
            <div key={nome}>
              <dt>
                <code>{`{{${nome}}}`}</code>
              </dt>
              <dd
                style={{ margin: 0 }}
              >{`${nome.startsWith('cliente') ? 'Do cliente' : 'Do ticket'}: ${titulo}`}</dd>
            </div>
          ))}
        </dl>
      </section>
    </PropertyGroup>
  );
}

/** The fields that administrators added, as templates name them. */
function useAddedFields(): AddedField[] {
  const read = (entidade: FieldEntity) => ({ query: { entidade } });
  const ticket = useRoute(extraFieldRoutes.fields, read('ticket')).data?.campos ?? [];
  const customer = useRoute(extraFieldRoutes.fields, read('cliente')).data?.campos ?? [];
  return [...addedPlaceholders('ticket', ticket), ...addedPlaceholders('cliente', customer)];
}

function without({ obrigatorio: _, ...rest }: Record<string, unknown>) {
  return rest;
}

/** The e-mail for a sample ticket, as a company or an end consumer sees it. */
export function MailPreview({ value }: PreviewProps) {
  const [consumer, setConsumer] = useState(false);
  const template = contentOf('mails', value);
  const values = sampleValues(useAddedFields());
  const frame = template.id === 'moldura';
  const { subject, html } = renderMail(
    { template: frame ? template : { ...PLAIN, assunto: template.assunto ?? '' }, values },
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
        {subject && (
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
