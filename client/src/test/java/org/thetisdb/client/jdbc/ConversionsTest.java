package org.thetisdb.client.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.List;
import java.util.TimeZone;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.jdbc.large.MemoryBlob;
import org.thetisdb.client.jdbc.large.MemoryClob;
import org.thetisdb.client.jdbc.value.Numbers;
import org.thetisdb.client.jdbc.value.Temporals;
import org.thetisdb.core.value.InfiniteTimes;
import org.thetisdb.core.value.SpecialDecimals;

/** Values in the classes that applications set and ask for. */
class ConversionsTest {
  private static final LocalDateTime NOON = LocalDateTime.of(2026, 7, 1, 12, 0, 0, 500_000_000);

  @Test
  void numbersAreReadAsEachOther() throws SQLException {
    assertThat(JdbcValues.toInt(7L)).isEqualTo(7);
    assertThat(JdbcValues.toInt(new BigDecimal("-7.99"))).isEqualTo(-7);
    assertThat(JdbcValues.toLong("12")).isEqualTo(12);
    assertThat(JdbcValues.to(BigInteger.class, 5)).isEqualTo(BigInteger.valueOf(5));
    assertThat(JdbcValues.to(Double.class, new BigDecimal("2.5"))).isEqualTo(2.5);
    assertThat(Numbers.toDecimal(0.1, "x")).isEqualTo(new BigDecimal("0.1"));
    assertThat(JdbcValues.toByte(true)).isEqualTo((byte) 1);
  }

  @Test
  void textsOfNumbersAreThoseOfPostgreSql() {
    double real = 0.1f;
    assertThat(JdbcValues.toText(JdbcType.REAL, real)).isEqualTo("0.1");
    assertThat(JdbcValues.toText(JdbcType.DOUBLE, real)).isEqualTo("0.10000000149011612");
    assertThat(JdbcValues.toText(JdbcType.DOUBLE, 3.0)).isEqualTo("3");
    assertThat(JdbcValues.toText(JdbcType.DOUBLE, 1e22)).isEqualTo("1e+22");
    assertThat(JdbcValues.toText(JdbcType.REAL, 1e10)).isEqualTo("1e+10");
    assertThat(JdbcValues.toText(JdbcType.REAL, List.of(real, 1.0))).isEqualTo("{0.1,1}");
    assertThat(JdbcValues.toText(JdbcType.DECIMAL, new BigDecimal("1.50"))).isEqualTo("1.50");
  }

  @Test
  void numberThatDoesNotFitIsAnErrorNotAnotherNumber() {
    assertThatThrownBy(() -> JdbcValues.toInt(1L << 31))
        .isInstanceOf(SQLDataException.class)
        .hasMessage("The value 2147483648 is out of the range of an int.");
    assertThatThrownBy(() -> JdbcValues.toByte(128)).isInstanceOf(SQLDataException.class);
    assertThatThrownBy(() -> JdbcValues.toLong(1e19)).isInstanceOf(SQLDataException.class);
    assertThatThrownBy(() -> Numbers.toFloat(1e300)).isInstanceOf(SQLDataException.class);
    assertThatThrownBy(() -> Numbers.toDecimal("1E-2000000000", "a decimal"))
        .isInstanceOf(SQLDataException.class);
  }

  @Test
  void textThatIsNoNumberSaysSo() {
    assertThatThrownBy(() -> JdbcValues.toInt("seven"))
        .isInstanceOf(SQLDataException.class)
        .hasMessage("A String (seven) cannot be had as an int.");
    assertThatThrownBy(() -> Numbers.toBoolean("perhaps")).isInstanceOf(SQLDataException.class);
  }

  @Test
  void datesAndTimesKeepWhatTheClockShows() throws SQLException {
    assertThat(Temporals.toTimestamp(NOON, null)).isEqualTo(Timestamp.valueOf(NOON));
    assertThat(JdbcValues.to(LocalDate.class, NOON)).isEqualTo(NOON.toLocalDate());
    assertThat(JdbcValues.to(LocalTime.class, NOON)).isEqualTo(NOON.toLocalTime());
    assertThat(JdbcValues.to(Date.class, LocalDate.of(2026, 7, 1)).toString())
        .isEqualTo("2026-07-01");
    assertThat(JdbcValues.to(Time.class, LocalTime.of(23, 59)).toString()).isEqualTo("23:59:00");
    assertThat(JdbcValues.to(Instant.class, NOON))
        .isEqualTo(NOON.atZone(ZoneId.systemDefault()).toInstant());
    assertThat(JdbcValues.toText(NOON)).isEqualTo("2026-07-01 12:00:00.5");
    assertThat(JdbcValues.to(LocalDateTime.class, "2026-07-01 12:00:00.5")).isEqualTo(NOON);
  }

  @Test
  void decimalsThatAreNoNumbersComeAsDoubles() throws SQLException {
    assertThat(JdbcValues.toObject(JdbcType.DECIMAL, SpecialDecimals.NAN)).isEqualTo(Double.NaN);
    assertThat(Numbers.toDouble(SpecialDecimals.MINUS_INFINITY, "a double"))
        .isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(JdbcValues.toText(SpecialDecimals.NAN)).isEqualTo("NaN");
    assertThat(JdbcValues.toText(List.of(SpecialDecimals.INFINITY, BigDecimal.ONE)))
        .isEqualTo("{Infinity,1}");
    assertThatThrownBy(() -> JdbcValues.to(BigDecimal.class, SpecialDecimals.NAN))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22003"));
    assertThatThrownBy(() -> JdbcValues.toInt(SpecialDecimals.INFINITY))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22003"));
  }

  @Test
  void infiniteTimesAreThoseOfPostgresqlsDriver() throws SQLException {
    LocalDate last = InfiniteTimes.date(1);
    assertThat(JdbcValues.toText(last)).isEqualTo("infinity");
    assertThat(JdbcValues.toText(InfiniteTimes.instant(-1))).isEqualTo("-infinity");
    assertThat(JdbcValues.toText(List.of(last, LocalDate.EPOCH)))
        .isEqualTo("{infinity,1970-01-01}");
    assertThat(JdbcValues.to(LocalDate.class, last)).isEqualTo(LocalDate.MAX);
    assertThat(JdbcValues.to(LocalDateTime.class, InfiniteTimes.clock(-1)))
        .isEqualTo(LocalDateTime.MIN);
    assertThat(JdbcValues.to(OffsetDateTime.class, InfiniteTimes.instant(1)))
        .isEqualTo(OffsetDateTime.MAX);
    assertThat(JdbcValues.to(Date.class, last).getTime()).isEqualTo(9223372036825200000L);
    Timestamp first = JdbcValues.to(Timestamp.class, InfiniteTimes.clock(-1));
    assertThat(first.getTime()).isEqualTo(-9223372036832400000L);
    assertThatThrownBy(() -> JdbcValues.to(Time.class, InfiniteTimes.clock(1)))
        .isInstanceOf(SQLException.class);
    OffsetDateTime sent = InfiniteTimes.clock(1).atOffset(ZoneOffset.UTC);
    assertThat(JdbcParameters.of(LocalDate.MAX)).isEqualTo(last);
    assertThat(JdbcParameters.of(new Date(9223372036825200000L))).isEqualTo(last);
    assertThat(JdbcParameters.of(LocalDate.MIN, Types.DATE, 0)).isEqualTo(InfiniteTimes.date(-1));
    assertThat(JdbcParameters.of(LocalDateTime.MAX)).isEqualTo(sent);
    assertThat(JdbcParameters.of(OffsetDateTime.MAX)).isEqualTo(sent);
    assertThat(JdbcParameters.of(LocalDate.MAX, Types.TIMESTAMP, 0)).isEqualTo(sent);
    assertThat(JdbcParameters.of(first))
        .isEqualTo(InfiniteTimes.clock(-1).atOffset(ZoneOffset.UTC));
  }

  @Test
  void yearsFarAwayAreWrittenAsPostgresqlDoes() {
    assertThat(JdbcValues.toText(LocalDate.of(12024, 1, 31))).isEqualTo("12024-01-31");
    assertThat(JdbcValues.toText(LocalDate.of(-43, 3, 15))).isEqualTo("0044-03-15 BC");
    assertThat(JdbcValues.toText(LocalDateTime.of(10000, 1, 1, 0, 0)))
        .isEqualTo("10000-01-01 00:00:00");
    assertThat(
            JdbcValues.toText(LocalDate.of(10000, 1, 1).atStartOfDay().toInstant(ZoneOffset.UTC)))
        .isEqualTo("10000-01-01 00:00:00+00");
    assertThat(JdbcValues.toText(LocalDateTime.of(0, 12, 31, 1, 2, 3)))
        .isEqualTo("0001-12-31 01:02:03 BC");
  }

  @Test
  void calendarChoosesTheZone() throws SQLException {
    Calendar tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
    Timestamp seen = Temporals.toTimestamp(NOON, tokyo);

    assertThat(seen.toInstant()).isEqualTo(Instant.parse("2026-07-01T03:00:00.5Z"));
    assertThat(Temporals.ofTimestamp(seen, tokyo)).isEqualTo(NOON.atOffset(ZoneOffset.ofHours(9)));
  }

  @Test
  void parametersBecomeWhatIsSent() throws SQLException {
    OffsetDateTime noonHere = NOON.atZone(ZoneId.systemDefault()).toOffsetDateTime();
    assertThat(JdbcParameters.of(Timestamp.valueOf(NOON))).isEqualTo(noonHere);
    assertThat(JdbcParameters.of(NOON)).isEqualTo(noonHere);
    assertThat(JdbcParameters.of(noonHere.toInstant())).isEqualTo(noonHere);
    OffsetDateTime elsewhere = noonHere.withOffsetSameInstant(ZoneOffset.ofHoursMinutes(5, 45));
    assertThat(JdbcParameters.of(elsewhere)).as("what the clock shows here").isEqualTo(noonHere);
    assertThat(JdbcParameters.of(Date.valueOf("2026-07-01"))).isEqualTo(LocalDate.of(2026, 7, 1));
    assertThat(JdbcParameters.of(Time.valueOf("10:00:01"))).isEqualTo(LocalTime.of(10, 0, 1));
    assertThat(JdbcParameters.of((short) 3)).isEqualTo(3);
    assertThat(JdbcParameters.of(new BigInteger("9"))).isEqualTo(new BigDecimal(9));
    assertThat(JdbcParameters.of('c')).isEqualTo("c");
    assertThat(JdbcParameters.of(new MemoryClob("text"))).isEqualTo("text");
    assertThat(JdbcParameters.of("2.555", Types.DECIMAL, 2)).isEqualTo(new BigDecimal("2.56"));
    assertThat(JdbcParameters.of(1, Types.BOOLEAN, -1)).isEqualTo(true);
    assertThat(JdbcParameters.of(null, Types.ARRAY, -1)).isNull();
    assertThatThrownBy(() -> JdbcParameters.of(new Object()))
        .hasMessageContaining("java.lang.Object")
        .isInstanceOf(SQLDataException.class);
  }

  @Test
  void streamsAreReadToTheirEndAndNoFurther() throws SQLException {
    assertThat(JdbcParameters.read(new ByteArrayInputStream(new byte[] {1, 2, 3}), 2))
        .containsExactly(1, 2);
    assertThat(JdbcParameters.read(new StringReader("abc"), -1)).isEqualTo("abc");
    assertThatThrownBy(() -> JdbcParameters.read(new StringReader("abc"), 4))
        .hasMessage("The stream ended after 3 of 4.");
    assertThatThrownBy(() -> JdbcParameters.read(new StringReader("abc"), 1L << 40))
        .hasMessageContaining("at most");
  }

  @Test
  void blobsAndClobsAreFilledAndRead() throws SQLException {
    Blob blob = new MemoryBlob(new byte[0]);
    assertThat(blob.setBytes(1, new byte[] {1, 2, 3})).isEqualTo(3);
    assertThat(blob.setBytes(3, new byte[] {9, 9})).isEqualTo(2);
    assertThat(blob.getBytes(2, 10)).containsExactly(2, 9, 9);
    assertThat(blob.position(new byte[] {9, 9}, 1)).isEqualTo(3);
    assertThatThrownBy(() -> blob.getBytes(6, 1)).isInstanceOf(SQLDataException.class);

    Clob clob = new MemoryClob("");
    assertThat(clob.setString(1, "hello")).isEqualTo(5);
    assertThat(clob.setString(5, "p!")).isEqualTo(2);
    assertThat(clob.getSubString(1, 99)).isEqualTo("hellp!");
    clob.truncate(4);
    assertThat(clob.length()).isEqualTo(4);
  }

  @Test
  void identifiersAreReadAsTextAndBytes() throws SQLException {
    UUID id = UUID.fromString("6c84fb90-12c4-11e1-840d-7b25c5ee775a");

    assertThat(JdbcValues.to(UUID.class, id.toString())).isEqualTo(id);
    assertThat(JdbcValues.toBytes(id)).hasSize(16).startsWith(0x6c, 0x84);
    assertThatThrownBy(() -> JdbcValues.to(UUID.class, "x")).isInstanceOf(SQLDataException.class);
  }

  /**
   * The calendar of java.util.Date is the Julian one before 1582, and knows no local mean times.
   */
  @Test
  void oldDatesAreShownAsTheyAreWritten() throws SQLException {
    TimeZone here = TimeZone.getDefault();
    try {
      for (String zone : List.of("UTC", "Europe/Berlin", "America/New_York")) {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        Calendar calendar = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
        for (String text : List.of("1500-02-28", "0001-01-01", "1582-10-04", "1850-01-01")) {
          LocalDate date = LocalDate.parse(text);
          assertThat(Temporals.toDate(date, null)).hasToString(text);
          assertThat(Temporals.ofDate(Temporals.toDate(date, null), null)).isEqualTo(date);
          assertThat(Temporals.ofDate(Temporals.toDate(date, calendar), calendar)).isEqualTo(date);
          LocalDateTime noon = date.atTime(12, 0);
          assertThat(Temporals.toTimestamp(noon, null)).hasToString(text + " 12:00:00.0");
        }
        calendar.setTime(Temporals.toDate(LocalDate.parse("1500-02-28"), calendar));
        assertThat(calendar.get(Calendar.DAY_OF_MONTH)).isEqualTo(28);
      }
      TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
      assertThat(Temporals.toTimestamp(Instant.parse("1500-02-28T01:02:03.5Z"), null))
          .hasToString("1500-02-28 01:02:03.5");
    } finally {
      TimeZone.setDefault(here);
    }
  }
}
