import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useNotify } from 'ra-core';
import { useId, useState } from 'react';
import { definitionFileRoutes } from '#contract/config/definitionFiles.ts';
import type { Output } from '#contract/route.ts';
import { bundleKind, isPartKind } from '#contract/rules/definitions/bundleParts.ts';
import { formatCount } from '#contract/rules/format.ts';
import { utf8Text } from '#contract/rules/text.ts';
import { call } from '#data/call.ts';
import { useCommand } from '#data/useRoute.ts';
import { Tag } from '#ui/components/display/Chips.tsx';
import { DropZone } from '#ui/components/files/DropZone.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import type { AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { countOf } from '../definitionWords.ts';
import { Lines, STACKED } from './Lines.tsx';
import { ReceiversInput } from './ReceiversInput.tsx';

interface ImportDialogProps {
  onClose: () => void;
  onDone: () => void;
}

/**
 * Reads a file and shows what it would do line by line. The selected lines become drafts, or are published together as a bundle
 * that can be undone as one.
 */
export function ImportDialog({ onClose, onDone }: ImportDialogProps) {
  const id = useId();
  const { plan, chosen, setChosen, busy, problem, read, take, publish } = useImport(onDone);
  const [receivers, setReceivers] = useState<Receivers>({});
  const { can } = useCan();
  const [bundle, setBundle] = useState({ titulo: '', nota: '' });
  const mayPublish = can('CONFIGURACAO_PUBLICAR');
  const isNamed = bundle.titulo.trim() !== '';
  const lines = (plan ?? []).filter((line) => chosen.includes(lineKey(line)));
  const sent = lines.filter(({ tipo, acao }) => tipo === 'schedules' && acao === 'CRIAR');
  const isAddressed = sent.every((line) => (receivers[lineKey(line)] ?? []).length > 0);
  // Only definitions have drafts.
  const hasParts = lines.some(({ tipo }) => isPartKind(tipo));
  return (
    <DialogFrame open onClose={busy ? undefined : onClose} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Importar um arquivo</DialogTitle>
      <DialogContent sx={STACKED}>
        <DropZone
          label="Arquivo exportado"
          accept={['.json']}
          hint="Um arquivo JSON exportado pelo estúdio. Nada é gravado antes de você escolher."
          isFull={busy}
          onFiles={(files) => files[0] && void read(files[0])}
          pasteAnywhere={false}
        >
          {null}
        </DropZone>
        {problem && <Alert severity="error">{problem}</Alert>}
        {plan && <PlanTable plan={plan} chosen={chosen} onChoose={setChosen} />}
        {mayPublish &&
          sent.map((line) => (
            <ReceiversInput
              key={lineKey(line)}
              label={`Quem recebe "${line.titulo}"`}
              value={receivers[lineKey(line)] ?? []}
              onChange={(people) => setReceivers({ ...receivers, [lineKey(line)]: people })}
            />
          ))}
        {plan && mayPublish && chosen.length > 0 && (
          <BundleName value={bundle} onChange={setBundle} count={chosen.length} drafts={!hasParts} />
        )}
        {hasParts && !mayPublish && (
          <Alert severity="info">
            Perfis, parâmetros, tipos, motivos, quadros e envios não têm rascunho: quem os traz precisa poder
            publicar. Desmarque-os para importar as definições.
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <CloseButton disabled={busy}>Cancelar</CloseButton>
        {mayPublish && plan && (
          <Button
            variant={hasParts ? 'contained' : 'outlined'}
            onClick={() => publish(bundle, receivers)}
            loading={busy}
            disabled={chosen.length === 0 || !isNamed || !isAddressed}
          >
            {chosen.length === 1 ? 'Publicar' : 'Publicar juntos'}
          </Button>
        )}
        {!(hasParts && mayPublish) && (
          <Button
            variant="contained"
            onClick={take}
            loading={busy}
            disabled={chosen.length === 0 || hasParts}
          >
            {chosen.length === 0 ? 'Importar' : `Importar ${countOf(chosen.length, 'rascunho', 'rascunhos')}`}
          </Button>
        )}
      </DialogActions>
    </DialogFrame>
  );
}

interface BundleNameProps {
  value: { titulo: string; nota: string };
  onChange: (value: { titulo: string; nota: string }) => void;
  count: number;
  /** Whether the lines could be drafts as well. */
  drafts: boolean;
}

/** What the bundle is called among the published ones. */
function BundleName({ value, onChange, count, drafts }: BundleNameProps) {
  return (
    <section aria-label="Publicar juntos" style={{ display: 'grid', gap: 16 }}>
      <p style={{ margin: 0 }}>
        {drafts && `Importe como ${count === 1 ? 'rascunho' : 'rascunhos'} para revisar antes, ou publique `}
        {!drafts && 'Publique '}
        {count === 1 ? 'agora este item' : `agora os ${count} itens juntos`}: valem na mesma hora, e o pacote
        pode ser desfeito por inteiro.
      </p>
      <TextField
        label="Nome do pacote"
        helperText="Para publicar, dê um nome que se reconheça depois na lista de pacotes."
        value={value.titulo}
        onChange={(event) => onChange({ ...value, titulo: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 100 } }}
        fullWidth
      />
      <TextField
        label="Nota"
        helperText="Por que se publica; fica na linha do tempo de cada definição."
        value={value.nota}
        onChange={(event) => onChange({ ...value, nota: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        fullWidth
      />
    </section>
  );
}

function useImport(onDone: () => void) {
  const notify = useNotify();
  const [text, setText] = useState('');
  const [plan, setPlan] = useState<readonly PlanLine[] | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const command = useCommand();
  const attempt = async (what: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    await what().catch((error: unknown) => setProblem(errorText(error)));
    setBusy(false);
  };
  const read = (file: File) =>
    attempt(async () => {
      setPlan(null);
      setChosen([]);
      const texto = utf8Text(new Uint8Array(await file.arrayBuffer()));
      if (texto === null) {
        setProblem(
          'O arquivo não está em UTF-8, e os acentos se perderiam. Salve-o em UTF-8 e escolha-o de novo.',
        );
        return;
      }
      const lines = await call(definitionFileRoutes.planImport, { body: { texto } });
      setText(texto);
      setPlan(lines);
      setChosen(lines.filter(({ acao }) => acao === 'CRIAR' || acao === 'ALTERAR').map(lineKey));
    });
  const chosenLines = () => (plan ?? []).filter((line) => chosen.includes(lineKey(line)));
  const take = () =>
    attempt(async () => {
      const escolhidas = chosenLines().map(({ tipo, chave }) => ({ tipo, chave }));
      const { importadas } = await command(definitionFileRoutes.importFile, {
        body: { texto: text, escolhidas },
      });
      notify(
        `${countOf(importadas.length, 'rascunho importado', 'rascunhos importados')}. Revise e publique.`,
        {
          type: 'success',
        },
      );
      onDone();
    });
  const publish = (bundle: BundleNameProps['value'], receivers: Receivers) =>
    attempt(async () => {
      const escolhidas = chosenLines().map((line) => {
        const { tipo, chave, versao } = line;
        const people = receivers[lineKey(line)] ?? [];
        return {
          ...{ tipo, chave, versao },
          ...(people.length > 0 && { destinatarios: people.map(({ value }) => Number(value)) }),
        };
      });
      const { data } = await command(definitionFileRoutes.publishFile, {
        body: { texto: text, escolhidas, ...bundle },
      });
      notify(
        `Pacote "${data.titulo}" publicado: ${countOf(data.quantas, 'item vale', 'itens valem')} desde já.`,
        { type: 'success' },
      );
      onDone();
    });
  return { plan, chosen, setChosen, busy, problem, read, take, publish };
}

/** Who receives each schedule that is new, by its line. */
type Receivers = Readonly<Record<string, readonly AsyncOption[]>>;

type PlanLine = Output<typeof definitionFileRoutes.planImport>[number];

const lineKey = ({ tipo, chave }: PlanLine): string => `${tipo}/${chave}`;

/** Every permission that a role gains is read before it is given. */
const mostOf = ({ tipo }: PlanLine): number => (isPartKind(tipo) ? 50 : 6);

/** A definition is known by its key in files and addresses; a row of another noun by its title alone. */
const lineText = ({ tipo, chave }: PlanLine): string =>
  isPartKind(tipo) ? bundleKind(tipo).singular : `${bundleKind(tipo).singular} · ${chave}`;

const ACTIONS: Record<PlanLine['acao'], { label: string; tone: string }> = {
  CRIAR: { label: 'Cria', tone: 'sucesso' },
  ALTERAR: { label: 'Muda', tone: 'aviso' },
  IGUAL: { label: 'Igual', tone: 'secundaria' },
  RECUSAR: { label: 'Recusada', tone: 'perigo' },
};

interface PlanTableProps {
  plan: readonly PlanLine[];
  chosen: readonly string[];
  onChoose: (keys: readonly string[]) => void;
}

/** What the import would do, line by line. Refused lines give a reason and cannot be selected. */
function PlanTable({ plan, chosen, onChoose }: PlanTableProps) {
  const toggle = (key: string) =>
    onChoose(chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key]);
  return (
    <Lines aria-label="O que a importação faria">
      {plan.map((line) => {
        const key = lineKey(line);
        const { label, tone } = ACTIONS[line.acao];
        return (
          <li key={key}>
            <Checkbox
              checked={chosen.includes(key)}
              disabled={line.acao === 'RECUSAR' || line.acao === 'IGUAL'}
              onChange={() => toggle(key)}
              slotProps={{ input: { 'aria-label': `Importar ${line.titulo}` } }}
            />
            <div>
              <strong>{line.titulo}</strong>
              <span className="second">{lineText(line)}</span>
              <ul>
                {line.problemas.map(({ ponteiro, mensagem, gravidade }) => (
                  <li key={`${ponteiro} ${mensagem}`} className={gravidade}>
                    {mensagem}
                    {ponteiro && <span className="second"> {ponteiro}</span>}
                  </li>
                ))}
                {line.mudancas.slice(0, mostOf(line)).map(({ ponteiro, frase }) => (
                  <li key={`${ponteiro} ${frase}`}>{frase}</li>
                ))}
                {line.mudancas.length > mostOf(line) && (
                  <li>e mais {formatCount(line.mudancas.length - mostOf(line), 'mudança', 'mudanças')}</li>
                )}
              </ul>
            </div>
            <Tag tone={tone}>
              <span>{label}</span>
            </Tag>
          </li>
        );
      })}
    </Lines>
  );
}
