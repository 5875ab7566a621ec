package org.thetisdb.sql.parse.ddl;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.parse.token.ObjectNames;
import org.thetisdb.sql.parse.token.SequenceName;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.Tokenizer;

/**
 * The text of a DEFAULT as it is kept: sequences in it have names that mean the same whatever the
 * search path of the inserter. Stateless.
 */
public final class DefaultText {
  private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]*");

  private DefaultText() {}

  /** The text with the sequences that it names as they are called in the catalog. */
  static String of(String text, ObjectNames names) {
    List<Token> tokens = Tokenizer.tokens(text);
    StringBuilder kept = new StringBuilder();
    int copied = 0;
    int at = 0;
    while (at < tokens.size()) {
      int end = at;
      String sequence = null;
      if (isNextValue(tokens, at)) {
        sequence = names.inText(ObjectNames.Kind.SEQUENCE, tokens.get(at + 2).string());
        end = endOfCall(tokens, at + 3);
      } else if (isNextValueFor(tokens, at)) {
        boolean schema = at + 5 < tokens.size() && tokens.get(at + 4).isSymbol(".");
        sequence =
            names.find(
                ObjectNames.Kind.SEQUENCE,
                schema ? tokens.get(at + 3).name() : null,
                tokens.get(schema ? at + 5 : at + 3).name());
        end = at + (schema ? 6 : 4);
      }
      if (sequence != null && end > at) {
        kept.append(text, copied, tokens.get(at).begin()).append(call(sequence));
        copied = tokens.get(end - 1).end();
      }
      at = Math.max(end, at + 1);
    }
    return copied == 0 ? text : kept.append(text, copied, text.length()).toString();
  }

  private static boolean isNextValue(List<Token> tokens, int at) {
    return at + 3 < tokens.size()
        && tokens.get(at).isWord("NEXTVAL")
        && tokens.get(at + 1).isSymbol("(")
        && tokens.get(at + 2).kind() == Token.Kind.STRING;
  }

  /** Behind the bracket that closes, perhaps with PostgreSQL's cast before; 0 if there is none. */
  private static int endOfCall(List<Token> tokens, int at) {
    boolean cast = tokens.get(at).isSymbol("::") && tokens.get(at + 1).isWord("REGCLASS");
    int close = cast ? at + 2 : at;
    return tokens.get(close).isSymbol(")") ? close + 1 : 0;
  }

  private static boolean isNextValueFor(List<Token> tokens, int at) {
    return at + 3 < tokens.size()
        && tokens.get(at).isWord("NEXT")
        && tokens.get(at + 1).isWord("VALUE")
        && tokens.get(at + 2).isWord("FOR");
  }

  private static String call(String sequence) {
    String schema = ObjectName.schema(sequence);
    String front = schema.equals(ObjectName.PUBLIC) ? "" : quoted(schema) + '.';
    return "nextval('" + (front + quoted(ObjectName.simple(sequence))).replace("'", "''") + "')";
  }

  private static String quoted(String name) {
    return PLAIN.matcher(name).matches() ? name : '"' + name.replace("\"", "\"\"") + '"';
  }

  /** The sequences that a text that is kept takes values from, as the catalog calls them. */
  public static Set<String> sequences(String keptText) {
    Set<String> sequences = new TreeSet<>();
    List<Token> tokens = keptText == null ? List.of() : Tokenizer.tokens(keptText);
    for (int i = 0; i < tokens.size(); i++) {
      if (isNextValue(tokens, i)) {
        SequenceName name = SequenceName.of(tokens.get(i + 2).string());
        String schema = name.schema() == null ? ObjectName.PUBLIC : name.schema();
        sequences.add(ObjectName.of(schema, name.simple()));
      }
    }
    return sequences;
  }
}
