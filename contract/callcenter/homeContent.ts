import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Binary, FileRef } from '../config/platform.ts';
import { Day, defineRoutes, Id, Nullable, Strict, Text, Title } from '../route.ts';
import { LINK_TARGET_KINDS, SHOWCASE_KINDS } from '../rules/sales/showcase.ts';
import { simpleListQuery, WrittenRecord } from '../sharedShapes.ts';

const Version = Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 });
const Place = Type.Integer({ title: 'Ordem', minimum: 0, maximum: 999 });

/** `valor` must suit its `tipo` (contract/rules/sales/showcase.ts). */
export const OpensInput = Strict(
  {
    tipo: Type.Union(
      LINK_TARGET_KINDS.map((value) => Type.Literal(value)),
      { title: 'O que abre' },
    ),
    valor: Type.Optional(Text('Qual', 200)),
  },
  { title: 'O que abre' },
);

const bannerFields = {
  titulo: Title('Título', 80),
  texto: Text('Texto', 240),
  abre: OpensInput,
  /** `null` means every branch. */
  idFil: Nullable(Id('Filial')),
  inicio: Day('Aparece de'),
  fim: Day('Até'),
  ordem: Place,
  ativo: Type.Boolean({ title: 'Ativo' }),
};

/** A banner as its editor sees it. */
export const BannerRecord = Type.Object(
  {
    id: Id('Banner'),
    ...bannerFields,
    filial: Type.String({ title: 'Filial' }),
    idImagem: Nullable(Type.String({ title: 'Imagem' })),
    situacao: Type.Union(
      ['NO_AR', 'AGENDADO', 'ENCERRADO', 'PARADO'].map((value) => Type.Literal(value)),
      { title: 'Situação' },
    ),
    versao: Version,
  },
  { title: 'Banner para editar' },
);
export type BannerRecord = Static<typeof BannerRecord>;

export const BannerInput = Strict(
  {
    ...bannerFields,
    /** A newly uploaded picture, or the current one (`idImagem`). Without either, the banner is text only. */
    arquivo: Type.Optional(Nullable(FileRef)),
    idImagem: Type.Optional(Nullable(Text('Imagem', 80))),
    /** For an update, the version that was read. */
    versao: Type.Optional(Version),
  },
  { title: 'Banner' },
);
export type BannerInput = Static<typeof BannerInput>;

const showcaseFields = {
  titulo: Title('Título', 80),
  subtitulo: Text('Subtítulo', 120),
  produtos: Strict(
    {
      tipo: Type.Union(
        SHOWCASE_KINDS.map((value) => Type.Literal(value)),
        { title: 'Produtos' },
      ),
      /** The brand, the sales class or the campaign's number. */
      valor: Type.Optional(Text('Qual', 100)),
    },
    { title: 'Produtos' },
  ),
  abre: OpensInput,
  idFil: Nullable(Id('Filial')),
  ordem: Place,
  ativo: Type.Boolean({ title: 'Ativa' }),
};

/** A showcase as its editor sees it. */
export const ShowcaseRecord = Type.Object(
  {
    id: Id('Vitrine'),
    ...showcaseFields,
    filial: Type.String({ title: 'Filial' }),
    versao: Version,
  },
  { title: 'Vitrine para editar' },
);
export type ShowcaseRecord = Static<typeof ShowcaseRecord>;

export const ShowcaseInput = Strict(
  { ...showcaseFields, versao: Type.Optional(Version) },
  { title: 'Vitrine' },
);
export type ShowcaseInput = Static<typeof ShowcaseInput>;

const permission = 'CONFIGURACAO_PAGINA_INICIAL';
const banner = Strict({ id: Id('Banner') });
const showcase = Strict({ id: Id('Vitrine') });

export const bannerRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/config/banners',
    summary: 'Banners da página inicial para editar',
    permission,
    query: simpleListQuery,
    response: Type.Array(BannerRecord),
  },
  get: {
    method: 'GET',
    path: '/config/banners/{id}',
    summary: 'Um banner da página inicial para editar',
    permission,
    params: banner,
    response: BannerRecord,
  },
  create: {
    method: 'POST',
    path: '/config/banners',
    summary: 'Criar um banner da página inicial',
    permission,
    body: BannerInput,
    idempotent: true,
    response: WrittenRecord,
  },
  update: {
    method: 'PUT',
    path: '/config/banners/{id}',
    summary: 'Mudar um banner da página inicial',
    permission,
    idempotent: true,
    params: banner,
    body: BannerInput,
    record: BannerRecord,
    response: WrittenRecord,
  },
  remove: {
    method: 'DELETE',
    path: '/config/banners/{id}',
    summary: 'Excluir um banner da página inicial',
    permission,
    params: banner,
    response: WrittenRecord,
  },
  /** Addressed by the picture's own id, so that a new picture gets a new address. */
  image: {
    method: 'GET',
    path: '/imagens/banners/{idImagem}',
    summary: 'Imagem de um banner da página inicial',
    permission: 'CLIENTE',
    params: Strict({ idImagem: Type.String({ title: 'Imagem', format: 'uuid' }) }),
    response: Binary,
    file: true,
  },
});

export const showcaseRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/config/vitrines',
    summary: 'Vitrines da página inicial para editar',
    permission,
    query: simpleListQuery,
    response: Type.Array(ShowcaseRecord),
  },
  get: {
    method: 'GET',
    path: '/config/vitrines/{id}',
    summary: 'Uma vitrine da página inicial para editar',
    permission,
    params: showcase,
    response: ShowcaseRecord,
  },
  create: {
    method: 'POST',
    path: '/config/vitrines',
    summary: 'Criar uma vitrine da página inicial',
    permission,
    body: ShowcaseInput,
    idempotent: true,
    response: WrittenRecord,
  },
  update: {
    method: 'PUT',
    path: '/config/vitrines/{id}',
    summary: 'Mudar uma vitrine da página inicial',
    permission,
    idempotent: true,
    params: showcase,
    body: ShowcaseInput,
    record: ShowcaseRecord,
    response: WrittenRecord,
  },
  remove: {
    method: 'DELETE',
    path: '/config/vitrines/{id}',
    summary: 'Excluir uma vitrine da página inicial',
    permission,
    params: showcase,
    response: WrittenRecord,
  },
});
