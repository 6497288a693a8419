import Typography from '@mui/material/Typography';
import { type ParameterTitle, parameterRoutes } from '../../../contract/config/parameters.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { PARAMETER_GROUPS } from '../../../contract/rules/parameters/parameterKind.ts';
import { textOf } from '../../custom/parameters/kindOf.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { KeyValueList } from '../../ui/components/detail/KeyValueList.tsx';
import { Section } from '../../ui/components/detail/Section.tsx';

type Values = Readonly<Record<string, unknown>>;

/** What was loaded of the parameters, in the words and groups of `/parametros`; what has no title keeps its key. */
export function LoadedParameters({ values }: { values: Values }) {
  const { data: titles = [], isPending } = useRoute(parameterRoutes.titles, {});
  const known = titles.filter(({ chave }) => chave in values);
  const named = new Set(known.map(({ chave }) => chave));
  const others = isPending ? [] : Object.keys(values).filter((key) => !named.has(key));
  return (
    <Section title={formatCount(Object.keys(values).length, 'parâmetro', 'parâmetros')}>
      {PARAMETER_GROUPS.map((group) => (
        <Group
          key={group}
          title={group}
          items={known.filter(({ grupo }) => grupo === group).map((each) => itemOf(each, values[each.chave]))}
        />
      ))}
      <Group
        title="Sem título"
        items={others.sort().map((key) => ({ label: key, value: plainText(values[key]) }))}
      />
    </Section>
  );
}

interface GroupProps {
  title: string;
  items: { label: string; value: string }[];
}

const Group = ({ title, items }: GroupProps) =>
  items.length > 0 && (
    <>
      <Typography component="h3" sx={{ fontWeight: 600, mt: 4, mb: 2, '&:first-of-type': { mt: 0 } }}>
        {title}
      </Typography>
      <KeyValueList items={items} />
    </>
  );

const itemOf = (title: ParameterTitle, value: unknown) => ({
  label: title.titulo,
  value: textOf(title, value),
});

const plainText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);
