import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { visuallyHidden } from '@mui/utils';
import type { Views } from './useViews.ts';
import { contentOf, type ListState, sameContent } from './viewContent.ts';

interface ViewTabsProps {
  views: Views;
  state: ListState;
  onNone: () => void;
}

/** One tab a view, the team's marked; what was changed in the one that is open can be kept. */
export function ViewTabs({ views, state, onNone }: ViewTabsProps) {
  const { current } = views;
  if (views.views.length === 0) return null;
  const content = contentOf(state);
  const changed = current !== null && !sameContent(content, current.conteudo);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flex: 'none', minWidth: 0 }}>
      <Tabs
        value={current?.id ?? 0}
        onChange={(_event, id: number) => {
          const view = views.views.find((each) => each.id === id);
          if (view) return views.open(view);
          views.choose(null);
          onNone();
        }}
        aria-label="Visões da lista"
        sx={{ minWidth: 0 }}
      >
        <Tab value={0} label="Sem visão" />
        {views.views.map(({ id, nome, equipe }) => (
          <Tab
            key={id}
            value={id}
            label={
              equipe ? (
                <span>
                  <GroupsOutlined aria-hidden sx={{ fontSize: 16, verticalAlign: -3, mr: 1 }} />
                  {nome}
                  <span style={visuallyHidden}> (da equipe)</span>
                </span>
              ) : (
                nome
              )
            }
          />
        ))}
      </Tabs>
      {changed && current.podeAlterar && (
        <Button
          size="small"
          sx={{ flex: 'none' }}
          onClick={() =>
            void views.update(current, { conteudo: content }, `Mudanças guardadas em "${current.nome}".`)
          }
        >
          Salvar mudanças
        </Button>
      )}
      {changed && (
        <Button size="small" color="inherit" sx={{ flex: 'none' }} onClick={() => views.open(current)}>
          Desfazer
        </Button>
      )}
    </Box>
  );
}
