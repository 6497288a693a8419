import { ENTITIES } from '#contract/map/index.ts';

/** What a report may use. Anything not listed here is refused, including whatever future versions of PostgreSQL add. */

/** The views that SQL can use in schema relatorio. */
export const VIEWS: ReadonlySet<string> = new Set(Object.keys(ENTITIES));

export const FUNCTIONS: ReadonlySet<string> = new Set([
  // Aggregate and window functions.
  ...['count', 'sum', 'avg', 'min', 'max', 'bool_and', 'bool_or', 'every', 'string_agg'],
  ...['percentile_cont', 'percentile_disc', 'mode', 'stddev', 'stddev_pop', 'stddev_samp', 'variance'],
  ...['var_pop', 'var_samp', 'corr', 'array_agg'],
  ...['row_number', 'rank', 'dense_rank', 'percent_rank', 'cume_dist', 'ntile', 'lag', 'lead'],
  ...['first_value', 'last_value', 'nth_value'],
  // Numbers.
  ...[
    'abs',
    'round',
    'ceil',
    'ceiling',
    'floor',
    'trunc',
    'mod',
    'sign',
    'div',
    'sqrt',
    'width_bucket',
    'trim_scale',
  ],
  // Text functions. None that makes a long text out of a short one; lpad and rpad only to a written length.
  ...['lower', 'upper', 'initcap', 'btrim', 'ltrim', 'rtrim', 'length', 'char_length', 'left', 'right'],
  ...['substr', 'substring', 'replace', 'split_part', 'strpos', 'position', 'concat', 'concat_ws'],
  ...['starts_with', 'to_char', 'to_number', 'to_date', 'cardinality', 'reverse', 'translate', 'overlay'],
  ...['lpad', 'rpad', 'ascii', 'md5', 'num_nulls', 'num_nonnulls', 'array_length', 'array_to_string'],
  // Dates and times.
  ...['now', 'date_trunc', 'date_part', 'extract', 'age', 'make_date', 'make_interval', 'timezone'],
  ...['justify_days', 'justify_hours', 'justify_interval', 'date_bin', 'to_timestamp', 'isfinite'],
  ...['make_time', 'make_timestamp', 'make_timestamptz', 'overlaps'],
  // JSON that a record holds, and small objects made of columns.
  ...['jsonb_array_length', 'jsonb_typeof', 'jsonb_extract_path', 'jsonb_extract_path_text'],
  ...['json_build_object', 'json_build_array', 'jsonb_build_object', 'jsonb_build_array'],
  ...['json_agg', 'jsonb_agg', 'json_object_agg', 'jsonb_object_agg'],
]);

/**
 * Functions that may stand in place of a table: each row is a part of a value that a row already has. None that makes rows of
 * its own, such as generate_series.
 */
export const ROW_FUNCTIONS: ReadonlySet<string> = new Set([
  ...['jsonb_array_elements', 'jsonb_array_elements_text', 'jsonb_each', 'jsonb_each_text'],
  ...['jsonb_object_keys', 'unnest'],
]);

/** Our own functions in schema relatorio. */
export const OWN_FUNCTIONS: ReadonlySet<string> = new Set(['sem_acento', 'numero', 'dia', 'momento']);

export const OPERATORS: ReadonlySet<string> = new Set([
  ...['=', '<>', '!=', '<', '>', '<=', '>=', '+', '-', '*', '/', '%', '||'],
  ...[
    '~~',
    '!~~',
    '~~*',
    '!~~*',
    '->',
    '->>',
    '#>',
    '#>>',
    '?',
    '@>',
    'BETWEEN',
    'NOT BETWEEN',
    'BETWEEN SYMMETRIC',
  ],
  'NOT BETWEEN SYMMETRIC',
]);

export const TYPES: ReadonlySet<string> = new Set([
  ...['text', 'varchar', 'bpchar', 'bool', 'boolean', 'int2', 'int4', 'int8', 'integer', 'bigint'],
  ...['smallint', 'numeric', 'decimal', 'float8', 'date', 'time', 'timestamp', 'timestamptz', 'interval'],
]);

/** Query nodes, by the name that the parser gives them. */
export const NODES: ReadonlySet<string> = new Set([
  ...['SelectStmt', 'ResTarget', 'ColumnRef', 'A_Star', 'String', 'Integer', 'Float', 'Boolean', 'A_Const'],
  ...['ParamRef', 'TypeCast', 'A_Expr', 'BoolExpr', 'NullTest', 'BooleanTest', 'FuncCall', 'CaseExpr'],
  ...['CaseWhen', 'CoalesceExpr', 'MinMaxExpr', 'SQLValueFunction', 'RangeVar', 'JoinExpr', 'RangeSubselect'],
  ...[
    'SubLink',
    'SortBy',
    'CommonTableExpr',
    'WindowDef',
    'A_ArrayExpr',
    'List',
    'GroupingSet',
    'GroupingFunc',
    'RowExpr',
    'RangeFunction',
    'A_Indirection',
    'A_Indices',
    'CollateClause',
  ],
]);

/** Nodes that appear without a name, by the key that holds them. */
export const UNNAMED: Readonly<Record<string, string>> = {
  larg: 'SelectStmt',
  rarg: 'SelectStmt',
  withClause: 'WithClause',
  typeName: 'TypeName',
  alias: 'Alias',
  over: 'WindowDef',
  ival: 'Value',
  fval: 'Value',
  sval: 'Value',
  boolval: 'Value',
};

/** Session constants that give a date or time; the others reveal who is connected. */
export const TIME_CONSTANTS = /^SVFOP_(CURRENT_DATE|CURRENT_TIMESTAMP|LOCALTIMESTAMP)$/;

/** The name shown to users for a refused node. */
export const REFUSED: Readonly<Record<string, string>> = {
  InsertStmt: 'INSERT',
  UpdateStmt: 'UPDATE',
  DeleteStmt: 'DELETE',
  MergeStmt: 'MERGE',
  CopyStmt: 'COPY',
  DoStmt: 'DO',
  CallStmt: 'CALL',
  VariableSetStmt: 'SET',
  VariableShowStmt: 'SHOW',
  TransactionStmt: 'comandos de transação',
  CreateStmt: 'CREATE TABLE',
  CreateTableAsStmt: 'CREATE TABLE AS',
  DropStmt: 'DROP',
  TruncateStmt: 'TRUNCATE',
  ExplainStmt: 'EXPLAIN',
  PrepareStmt: 'PREPARE',
  ExecuteStmt: 'EXECUTE',
  NotifyStmt: 'NOTIFY',
  ListenStmt: 'LISTEN',
  LockStmt: 'LOCK',
  GrantStmt: 'GRANT',
  LoadStmt: 'LOAD',
  VacuumStmt: 'VACUUM',
  DeclareCursorStmt: 'DECLARE',
  CreateFunctionStmt: 'CREATE FUNCTION',
  AlterRoleStmt: 'ALTER ROLE',
  intoClause: 'INTO',
  lockingClause: 'FOR UPDATE ou FOR SHARE',
  LockingClause: 'FOR UPDATE ou FOR SHARE',
  RangeTableSample: 'TABLESAMPLE',
  RangeFunction: 'uma função no lugar de uma tabela',
  RangeTableFunc: 'XMLTABLE',
  JsonTable: 'JSON_TABLE',
  XmlExpr: 'funções de XML',
  XmlSerialize: 'XMLSERIALIZE',
  A_Indirection: 'partes de um valor composto',
  A_Indices: 'partes de um vetor',
  RowExpr: 'ROW',
  NamedArgExpr: 'argumentos com nome',
  CTESearchClause: 'SEARCH',
  CTECycleClause: 'CYCLE',
  CurrentOfExpr: 'CURRENT OF',
  SetToDefault: 'DEFAULT',
};
