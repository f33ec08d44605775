// Data sent to the pages of the site. Each interface names the Python that sends it; tests/web/test_wire_types.py compares them.
declare namespace Site {
  /** @from feltlab.web.site.charts.Chart.to_dict */
  interface Chart {
    title: string;
    words: string;
    svg: string;
    narrow: string;
    head: string[];
    rows: string[][];
    keys: { colour: string; meaning: string }[];
  }
}
