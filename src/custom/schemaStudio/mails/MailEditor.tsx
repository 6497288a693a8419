import Typography from '@mui/material/Typography';
import {
  MAIL_PLACEHOLDERS,
  type MailTemplate,
  placeholdersOf,
} from '../../../../contract/rules/mails/mailTemplate.ts';
import type { EditorProps } from '../editorProps.ts';
import { problemAt, SwitchProperty, TextProperty } from '../parts/PropertyFields.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';

/** The words of an e-mail: paragraphs as one text with empty lines between them, and what may be filled in. */
export function MailEditor({ value, onChange, problems, readOnly }: EditorProps) {
  const template = value as unknown as MailTemplate;
  const { id, titulo, descricao = '', assunto = '', texto = [], obrigatorio } = template;
  const put = (changed: Partial<MailTemplate>) => onChange({ ...value, ...changed });
  const shared = { problems, readOnly };
  const inText = problems.find(({ ponteiro }) => ponteiro.startsWith('/texto'));
  return (
    <PropertyGroup kind="Modelo de e-mail" title={titulo || id} pointer="">
      <TextProperty
        {...shared}
        label="Título"
        pointer="/titulo"
        value={titulo ?? ''}
        onChange={(titulo) => put({ titulo })}
        maxLength={60}
      />
      <TextProperty
        {...shared}
        label="Quando sai"
        pointer="/descricao"
        value={descricao}
        onChange={(descricao) => put({ descricao })}
        maxLength={200}
      />
      {id === 'moldura' && (
        <TextProperty
          {...shared}
          label="Assunto de todos os e-mails"
          pointer="/assunto"
          value={assunto}
          onChange={(assunto) => put({ assunto })}
          maxLength={150}
        />
      )}
      <TextProperty
        {...shared}
        problems={inText ? [{ ...inText, ponteiro: '/texto' }] : []}
        label="Texto"
        pointer="/texto"
        multiline
        value={texto.join('\n\n')}
        onChange={(text) => put({ texto: text.split('\n\n') })}
        help="Uma linha em branco separa os parágrafos."
      />
      {id !== 'moldura' && (
        <SwitchProperty
          {...shared}
          label="Vai também a quem não quer receber"
          pointer="/obrigatorio"
          value={obrigatorio !== undefined}
          onChange={(all) => onChange(all ? { ...value, obrigatorio: { motivo: '' } } : without(value))}
        />
      )}
      {obrigatorio && (
        <TextProperty
          problems={problems}
          readOnly={readOnly}
          label="Por que vai a todos"
          pointer="/obrigatorio/motivo"
          value={obrigatorio.motivo ?? ''}
          onChange={(motivo) => put({ obrigatorio: { motivo } })}
          help={problemAt(problems, '/obrigatorio') ?? 'Quem o recebe lê esta frase.'}
          maxLength={300}
        />
      )}
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
        </dl>
      </section>
    </PropertyGroup>
  );
}

function without({ obrigatorio: _, ...rest }: Record<string, unknown>) {
  return rest;
}
