/** Where a paper appeared, as its publisher states it. */
export interface Published {
  /** `Family, Given and …`, as BibTeX wants them. */
  readonly author: string;
  /** In full; sources shorten it. */
  readonly title: string;
  readonly journal?: string;
  /** Of a conference, instead of a journal. */
  readonly booktitle?: string;
  readonly volume?: string;
  readonly number?: string;
  /** Or the number of the article. */
  readonly pages?: string;
}

/** The papers of metrics and measures by DOI. */
export const PUBLISHED: Readonly<Record<string, Published>> = {
  '10.1109/18.61115': {
    author: 'Lin, J.',
    title: 'Divergence measures based on the Shannon entropy',
    journal: 'IEEE Transactions on Information Theory',
    volume: '37',
    number: '1',
    pages: '145--151',
  },
  '10.1038/nature04292': {
    author: 'Brockmann, D. and Hufnagel, L. and Geisel, T.',
    title: 'The scaling laws of human travel',
    journal: 'Nature',
    volume: '439',
    number: '7075',
    pages: '462--465',
  },
  '10.1371/journal.pone.0045985': {
    author: 'Lenormand, M. and Huet, S. and Gargiulo, F. and Deffuant, G.',
    title: 'A universal model of commuting networks',
    journal: 'PLoS ONE',
    volume: '7',
    number: '10',
    pages: 'e45985',
  },
  '10.1038/nphys1760': {
    author: 'Song, C. and Koren, T. and Wang, P. and Barabási, A.-L.',
    title: 'Modelling the scaling properties of human mobility',
    journal: 'Nature Physics',
    volume: '6',
    number: '10',
    pages: '818--823',
  },
  '10.1126/science.1177170': {
    author: 'Song, C. and Qu, Z. and Blumm, N. and Barabási, A.-L.',
    title: 'Limits of predictability in human mobility',
    journal: 'Science',
    volume: '327',
    number: '5968',
    pages: '1018--1021',
  },
  '10.1098/rsif.2013.0246': {
    author: 'Schneider, C. M. and Belik, V. and Couronné, T. and Smoreda, Z. and González, M. C.',
    title: 'Unravelling daily human mobility motifs',
    journal: 'Journal of the Royal Society Interface',
    volume: '10',
    number: '84',
    pages: '20130246',
  },
  '10.1080/17489725.2022.2148008': {
    author: 'Kapp, A. and Nuñez von Voigt, S. and Mihaljević, H. and Tschorsch, F.',
    title: 'Towards mobility reports with user-level privacy',
    journal: 'Journal of Location Based Services',
  },
  '10.1007/s10618-017-0548-4': {
    author: 'Pappalardo, L. and Simini, F.',
    title: 'Data-driven generation of spatio-temporal routines in human mobility',
    journal: 'Data Mining and Knowledge Discovery',
    volume: '32',
    number: '3',
    pages: '787--829',
  },
  '10.1038/nature06958': {
    author: 'González, M. C. and Hidalgo, C. A. and Barabási, A.-L.',
    title: 'Understanding individual human mobility patterns',
    journal: 'Nature',
    volume: '453',
    number: '7196',
    pages: '779--782',
  },
  '10.1038/ncomms9166': {
    author: 'Pappalardo, L. and Simini, F. and Rinzivillo, S. and Pedreschi, D. and Giannotti, F. and Barabási, A.-L.',
    title: 'Returners and explorers dichotomy in human mobility',
    journal: 'Nature Communications',
    volume: '6',
    pages: '8166',
  },
  '10.1371/journal.pone.0133630': {
    author: 'Williams, N. E. and Thomas, T. A. and Dunbar, M. and Eagle, N. and Dobra, A.',
    title: 'Measures of human mobility using mobile phone records enhanced with GIS data',
    journal: 'PLoS ONE',
    volume: '10',
    number: '7',
    pages: 'e0133630',
  },
  '10.1145/2750858.2805845': {
    author: 'Canzian, L. and Musolesi, M.',
    title:
      'Trajectories of depression: unobtrusive monitoring of depressive states by means of smartphone mobility traces analysis',
    booktitle: 'Proceedings of the 2015 ACM International Joint Conference on Pervasive and Ubiquitous Computing',
    pages: '1293--1304',
  },
  '10.1145/3394486.3412862': {
    author: 'Feng, J. and Yang, Z. and Xu, F. and Yu, H. and Wang, M. and Li, Y.',
    title: 'Learning to simulate human mobility',
    booktitle: 'Proceedings of the 26th ACM SIGKDD International Conference on Knowledge Discovery and Data Mining',
    pages: '3426--3433',
  },
  '10.1145/3534678.3542671': {
    author: 'Yuan, Y. and Ding, J. and Wang, H. and Jin, D. and Li, Y.',
    title: 'Activity trajectory generation via modeling spatiotemporal dynamics',
    booktitle: 'Proceedings of the 28th ACM SIGKDD Conference on Knowledge Discovery and Data Mining',
  },
};
