package org.thetisdb.history;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads a history from JSON lines, one transaction each:
 *
 * <pre>{@code
 * {"session":1,"index":0,"begin_ns":0,"end_ns":9,"status":"ok","ops":[["append",5,1],["r",6,[1,2]]]}
 * }</pre>
 *
 * <p>All fields are needed, in any order; fields of other names are passed over. Keys and values
 * are whole numbers or texts. What a read saw is null if nobody knows. Lines are bounded by {@link
 * #MAX_LINE_BYTES}.
 */
public final class HistoryReader {
  /** Longest line. */
  public static final int MAX_LINE_BYTES = 16 << 20;

  private static final int MAX_DEPTH = 64;
  private static final int MAX_TEXT_CHARS = 1_000;
  private static final int MAX_NUMBER_CHARS = 40;

  private final JsonFactory json =
      new JsonFactoryBuilder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(MAX_TEXT_CHARS)
                  .maxNumberLength(MAX_NUMBER_CHARS)
                  .build())
          .build();
  private final Lines lines;
  private final TextNumbers labels = new TextNumbers();
  private final HistoryBuilder builder = new HistoryBuilder(labels);
  private final TransactionParser parser = new TransactionParser(labels, builder);

  private HistoryReader(InputStream in) {
    this.lines = new Lines(in, MAX_LINE_BYTES);
  }

  /**
   * Reads a stream to its end; does not close it.
   *
   * @throws HistoryException if it holds no history; the sentence names the line
   */
  public static History read(InputStream in) throws IOException {
    return new HistoryReader(in).readAll();
  }

  private History readAll() throws IOException {
    try {
      while (lines.next()) {
        if (!lines.isBlank()) {
          parse();
        }
      }
      if (builder.transactions() == 0) {
        throw new HistoryException("expected a transaction, but there is none.");
      }
      return builder.build();
    } catch (HistoryException e) {
      throw e.atLine(Math.max(1, lines.number()));
    }
  }

  private void parse() throws IOException {
    try (var tokens = json.createParser(lines.bytes(), 0, lines.length())) {
      parser.parse(tokens);
    } catch (JsonProcessingException e) {
      throw new HistoryException(
          "expected one transaction as JSON, but " + oneLine(e.getOriginalMessage()));
    } catch (CharConversionException e) {
      // The parser takes some first bytes for UTF-16 or UTF-32.
      throw new HistoryException(
          "expected one transaction as JSON in UTF-8, but " + oneLine(e.getMessage()));
    }
  }

  private static String oneLine(String message) {
    String text = message.replaceAll("\\s+", " ");
    return text.endsWith(".") ? text : text + ".";
  }
}
