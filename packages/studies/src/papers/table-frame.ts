/** A table whose texts are those of its format already. */
interface FramedTable {
  /** `l` or `r` by column: texts on the left, numbers on the right. */
  readonly align: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What the numbers are. */
  readonly notes: string;
}

/** A table in LaTeX, with the notes as its caption. */
export function latexFrame({ align, head, rows, notes }: FramedTable): string {
  const line = (cells: readonly string[]) => `  ${cells.join(' & ')} \\\\`;
  return `% \\usepackage{booktabs}
\\begin{table}
\\centering
\\begin{tabular}{${align}}
  \\toprule
${line(head)}
  \\midrule
${rows.map(line).join('\n')}
  \\bottomrule
\\end{tabular}
\\caption{${notes}}
\\end{table}
`;
}

/** A table in Markdown, with the notes below it. */
export function markdownFrame({ align, head, rows, notes }: FramedTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = line(Array.from(align, (side) => (side === 'l' ? '---' : '---:')));
  return `${[line(head), rule, ...rows.map(line)].join('\n')}\n\n${notes}\n`;
}
