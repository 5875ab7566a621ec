package org.thetisdb.sql.parse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;

/**
 * Cuts out of a statement what runs before it and gives it rows: queries of WITH where one of them
 * or the statement itself changes rows or where they would grow too much if they were put in, and
 * subqueries that lock theirs. What is left reads them by name. Places in each piece are those of
 * the whole text. For one text; not thread-safe.
 */
public final class StatementParts {
  /** What names of subqueries begin with that were taken out. */
  public static final String SUBQUERY = "$locked";

  private static final Set<String> CHANGES =
      Set.of("INSERT", "UPSERT", "UPDATE", "DELETE", "MERGE");

  /** So many queries a query of WITH may come to where the ones that it names are put in. */
  private static final int MOST_PUT_IN = 30;

  private static final String RECURSIVE = "WITH RECURSIVE ";

  private final String text;
  private final List<Token> tokens;
  private final int end;
  private final List<Piece> pieces = new ArrayList<>();

  /** For each token the piece that it is in; null for what is left. */
  private final Piece[] owners;

  private int locking;

  /** A query of WITH. */
  private record Item(int name, int columns, int begin, int end) {}

  /**
   * A piece of the text.
   *
   * @param text it alone at its place, what is before is blank
   * @param parameters the places of its parameters among those of the whole statement
   */
  record Cut(String name, List<String> columns, String text, List<Integer> parameters) {}

  /**
   * What a statement falls into.
   *
   * @param parts in the order in which they run
   * @param main what is left; it has no name
   */
  record Split(List<Cut> parts, Cut main) {}

  /** A piece that is being cut out. */
  private static final class Piece {
    private final String name;
    private final List<String> columns;
    private final char[] chars;
    private final int end;
    private String behind = "";

    Piece(String text, String name, List<String> columns, int begin, int end) {
      this.name = name;
      this.columns = columns;
      this.chars = text.toCharArray();
      this.end = end;
      blank(0, begin);
    }

    /** Lines stay, so that errors name the right ones. */
    void blank(int from, int to) {
      for (int i = from; i < to; i++) {
        chars[i] = chars[i] == '\n' ? '\n' : ' ';
      }
    }

    /** Writes over what was there; whether there is room for it. */
    void write(int at, String words) {
      words.getChars(0, words.length(), chars, at);
    }

    Cut cut(List<Integer> parameters) {
      String all = new String(chars, 0, end) + behind;
      return new Cut(name, columns, all, parameters);
    }
  }

  private StatementParts(String text, List<Token> tokens) {
    this.text = text;
    this.tokens = tokens;
    this.end = tokens.size() - 1;
    this.owners = new Piece[tokens.size()];
  }

  /** The parts of a statement that begins at a token; null if it is one by itself. */
  static Split of(String text, List<Token> tokens, int first) {
    boolean may = false;
    for (int i = first; i < tokens.size() && !may; i++) {
      may = i == first && tokens.get(i).isWord("WITH");
      may |= tokens.get(i).isSymbol("(") && tokens.get(i + 1).isWord("SELECT");
    }
    return may ? new StatementParts(text, tokens).split(first) : null;
  }

  private Split split(int first) {
    List<Item> items = new ArrayList<>();
    int main = first;
    boolean recursive = false;
    if (tokens.get(first).isWord("WITH")) {
      recursive = tokens.get(first + 1).isWord("RECURSIVE");
      main = items(recursive ? first + 2 : first + 1, items);
    }
    boolean apart = main < end && (isChange(main) || locksWithin(first, end));
    apart |= main < end && items.stream().anyMatch(item -> isChange(item.begin));
    apart |= main < end && grows(items);
    int begin = apart ? main : first;
    Piece rest = new Piece(text, null, null, tokens.get(begin).begin(), text.length());
    if (begin == main) {
      for (Item item : items) {
        takeOut(item, recursive);
      }
    }
    takeOutLocking(begin, end, rest);
    if (pieces.isEmpty()) {
      return null;
    }
    List<Cut> cuts = new ArrayList<>();
    pieces.forEach(piece -> cuts.add(piece.cut(parametersOf(piece))));
    return new Split(List.copyOf(cuts), rest.cut(parametersOf(null)));
  }

  /** Reads the queries of WITH; the token behind them, or the last one if they cannot be read. */
  private int items(int from, List<Item> items) {
    int at = from;
    while (true) {
      int name = at++;
      int columns = -1;
      if (tokens.get(at).isSymbol("(")) {
        columns = at;
        at = closing(at) + 1;
      }
      if (at >= end || !tokens.get(at).isWord("AS")) {
        return end;
      }
      at += tokens.get(at + 1).isWord("NOT") ? 2 : 1;
      at += tokens.get(at).isWord("MATERIALIZED") ? 1 : 0;
      if (!tokens.get(at).isSymbol("(")) {
        return end;
      }
      int close = closing(at);
      items.add(new Item(name, columns, at + 1, close));
      if (close >= end || !tokens.get(close + 1).isSymbol(",")) {
        return Math.min(end, close + 1);
      }
      at = close + 2;
    }
  }

  /** The bracket that closes one; the last token if none does. */
  private int closing(int open) {
    int depth = 0;
    for (int i = open; i < end; i++) {
      depth += tokens.get(i).isSymbol("(") ? 1 : tokens.get(i).isSymbol(")") ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return end;
  }

  private boolean isChange(int at) {
    return at < end && CHANGES.contains(tokens.get(at).text().toUpperCase(java.util.Locale.ROOT));
  }

  /**
   * Whether queries of WITH that name each other, and each several times, would come to very many
   * where they are put in. Then each is calculated once, before the statement.
   */
  private boolean grows(List<Item> items) {
    Map<String, Integer> sizes = new HashMap<>();
    for (Item item : items) {
      int size = 1;
      for (int i = item.begin; i < item.end && size <= MOST_PUT_IN; i++) {
        size += sizes.getOrDefault(tokens.get(i).name(), 0);
      }
      if (size > MOST_PUT_IN) {
        return true;
      }
      sizes.put(tokens.get(item.name).name(), size);
    }
    return false;
  }

  private boolean locksWithin(int from, int to) {
    int depth = 0;
    for (int i = from; i < to; i++) {
      depth += tokens.get(i).isSymbol("(") ? 1 : tokens.get(i).isSymbol(")") ? -1 : 0;
      if (depth > 0 && LockClause.begins(tokens, i)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a query locks its rows: FOR UPDATE and its kin stand in it, in no brackets. */
  private boolean locks(int from, int to) {
    int depth = 0;
    for (int i = from; i < to; i++) {
      depth += tokens.get(i).isSymbol("(") ? 1 : tokens.get(i).isSymbol(")") ? -1 : 0;
      if (depth == 0 && LockClause.begins(tokens, i)) {
        return true;
      }
    }
    return false;
  }

  private void takeOut(Item item, boolean recursive) {
    if (item.begin >= item.end) {
      throw TokenReader.error(tokens.get(item.end), "expected: a query");
    }
    Token name = tokens.get(item.name);
    boolean change = isChange(item.begin);
    boolean ofItself = recursive && !change;
    Token begin = tokens.get(ofItself ? item.name : item.begin);
    int behind = ofItself ? tokens.get(item.end).end() : tokens.get(item.end - 1).end();
    List<String> columns = item.columns < 0 ? null : names(item.columns);
    Piece piece = new Piece(text, name.name(), columns, begin.begin(), behind);
    if (ofItself) {
      piece.write(begin.begin() - RECURSIVE.length(), RECURSIVE);
      piece.behind = " SELECT * FROM " + name.text();
    }
    takeOutLocking(item.begin, item.end, piece);
    add(piece, item.begin, item.end);
  }

  private List<String> names(int open) {
    List<String> names = new ArrayList<>();
    for (int i = open + 1; i < closing(open); i++) {
      if (!tokens.get(i).isSymbol(",")) {
        names.add(tokens.get(i).name());
      }
    }
    return List.copyOf(names);
  }

  /** Subqueries that lock their rows become parts, and a query of their rows takes their place. */
  private void takeOutLocking(int from, int to, Piece around) {
    for (int i = from; i < to; i++) {
      boolean query = tokens.get(i).isSymbol("(") && tokens.get(i + 1).isWord("SELECT");
      int close = query ? closing(i) : i;
      if (query && close < end && locks(i + 1, close)) {
        int begin = tokens.get(i).begin();
        String name = SUBQUERY + locking++;
        String reading = "(TABLE \"" + name + "\")";
        Piece piece =
            new Piece(text, name, null, tokens.get(i + 1).begin(), tokens.get(close - 1).end());
        takeOutLocking(i + 1, close, piece);
        add(piece, i + 1, close);
        around.blank(begin, tokens.get(close).end());
        around.write(begin, reading);
        i = close;
      }
    }
  }

  private void add(Piece piece, int from, int to) {
    pieces.add(piece);
    for (int i = from; i < to; i++) {
      owners[i] = owners[i] == null ? piece : owners[i];
    }
  }

  /** Those of a piece, or of what is left, counted as the whole statement counts them. */
  private List<Integer> parametersOf(Piece piece) {
    List<Integer> places = new ArrayList<>();
    int[] count = {0};
    for (int i = 0; i < end; i++) {
      if (tokens.get(i).isSymbol("?")) {
        if (owners[i] == piece) {
          places.add(count[0]);
        }
        count[0]++;
      }
    }
    return List.copyOf(places);
  }
}
