import { chosenReasons } from '#contract/rules/tickets/ticketInput.ts';
import { chooseReason, shownLevels, withDefaults } from '#contract/rules/tickets/ticketType.ts';
import type { BulkData } from '#contract/sac/tickets/ticketBulk.ts';
import { ticketCatalogRoutes } from '#contract/sac/tickets/ticketCatalog.ts';
import { useRoute } from '#data/useRoute.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { type Asking, useBodyField } from '#ui/editing/BodyField.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';

interface TypeInputProps {
  route: Asking;
  data: BulkData;
  onChange: (data: BulkData) => void;
}

/** The new type, and its opening reasons level by level. */
export function TypeInput({ route, data: given, onChange }: TypeInputProps) {
  const { data: types = [], isPending, error } = useRoute(ticketCatalogRoutes.types, {});
  const { words, problem } = useBodyField(route, 'idTipo');
  const said = problem || (error ? `Os tipos não vieram: ${errorText(error)}` : undefined);
  const type = types.find(({ id }) => id === given.idTipo);
  const tree = type?.motivos ?? null;
  const path = chosenReasons(given);
  const put = (idTipo: number | undefined, chosen: readonly (number | null)[]) => {
    const { idTipo: _, motivo1: _1, motivo2: _2, motivo3: _3, motivo4: _4, motivo5: _5, ...rest } = given;
    const [motivo1 = null, motivo2 = null, motivo3 = null, motivo4 = null, motivo5 = null] = chosen;
    onChange({ ...rest, ...(idTipo && { idTipo, motivo1, motivo2, motivo3, motivo4, motivo5 }) });
  };
  return (
    <>
      <ChoiceField<number>
        required
        fullWidth
        label={words.label}
        disabled={isPending}
        value={given.idTipo ?? null}
        onChange={(id) => {
          const next = types.find((each) => each.id === id);
          put(id ?? undefined, withDefaults(next?.motivos ?? null, []));
        }}
        error={Boolean(said)}
        helperText={said}
        choices={types.map(({ id, desc }) => ({ value: id, label: desc }))}
      />
      {shownLevels(tree, path).map(({ level, label, required, options, chosen }) => (
        <ChoiceField<number, string | undefined>
          key={`${given.idTipo} ${level}`}
          required={required}
          fullWidth
          label={`${label} do novo tipo`}
          value={chosen?.id ?? null}
          onChange={(id) => put(given.idTipo, chooseReason(tree, path, level, id))}
          choices={options.map(({ id, descricao }) => ({ value: id, label: descricao }))}
          {...(!required && { none: 'Nenhum' })}
        />
      ))}
    </>
  );
}
