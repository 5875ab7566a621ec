package org.thetisdb.cli.shell;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/** An array of objects, one a row and one a line. Numbers and truth values are bare. */
final class JsonPrinter implements RowPrinter {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
          .build();

  @Override
  public long print(ResultSet rows, PrintWriter out) throws SQLException, IOException {
    ResultSetMetaData columns = rows.getMetaData();
    long count = 0;
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartArray();
      while (rows.next()) {
        json.writeRaw(count == 0 ? "\n" : "");
        writeRow(rows, columns, json);
        count++;
      }
      json.writeEndArray();
    }
    out.println();
    return count;
  }

  private static void writeRow(ResultSet rows, ResultSetMetaData columns, JsonGenerator json)
      throws SQLException, IOException {
    json.writeStartObject();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      json.writeFieldName(columns.getColumnLabel(i));
      writeValue(rows.getObject(i), rows.getString(i), json);
    }
    json.writeEndObject();
  }

  private static void writeValue(Object value, String text, JsonGenerator json) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (value instanceof Integer || value instanceof Long) {
      json.writeNumber(((Number) value).longValue());
    } else if (value instanceof BigDecimal decimal) {
      json.writeNumber(decimal.toPlainString());
    } else if (value instanceof Double || value instanceof Float) {
      writeDouble(((Number) value).doubleValue(), text, json);
    } else {
      json.writeString(text);
    }
  }

  /** JSON has no infinity. */
  private static void writeDouble(double value, String text, JsonGenerator json)
      throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumber(text);
    } else {
      json.writeString(text);
    }
  }
}
