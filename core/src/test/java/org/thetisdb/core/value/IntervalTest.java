package org.thetisdb.core.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalTest {
  private static Interval read(String text) {
    return Interval.read(text).orElseThrow();
  }

  /** What PostgreSQL 15 shows for each. */
  @ParameterizedTest
  @CsvSource({
    "1 year 2 months, 1 year 2 mons",
    "-1 year 2 mons -3 days 04:05:06.70, -10 mons -3 days +04:05:06.7",
    "1.5 months, 1 mon 15 days",
    "1.5 years 2.5 months 3.25 weeks 1.75 days, 1 year 8 mons 38 days 36:00:00",
    "90, 00:01:30",
    "1 12:00, 1 day 12:00:00",
    "-1-2 +3 -4:05:06, -1 years -2 mons +3 days -04:05:06",
    "@ 1 minute 2 seconds ago, -00:01:02",
    "1d2h3m4s, 1 day 02:03:04",
    "2 CENTURIES 1 decade, 210 years",
    "10:20.5, 00:10:20.5",
    "P1Y2M3W4DT5H6M7.8S, 1 year 2 mons 25 days 05:06:07.8",
    "PT36H, 36:00:00",
    "1 ms 1 us, 00:00:00.001001",
    "0 years 0 mons 1 days 2 hours 3 mins 4.000000 secs, 1 day 02:03:04",
    "0, 00:00:00",
  })
  void textsAreReadAndWrittenAsPostgreSqlDoes(String text, String shown) {
    assertThat(read(text)).hasToString(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "1 banana",
        "1 day 1 day",
        "1 hour 02:00",
        "ago",
        "1 2",
        "P",
        "PT",
        "P1",
        "P1H",
        "1 day ago 2 hours",
        "day",
        "1 - 2",
        "1:2:3:4"
      })
  void whatIsNoIntervalIsNotRead(String text) {
    assertThat(Interval.read(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1000000000 years", "99999999999 days", "1:60", "1-12", "999999999999:00"})
  void whatIsOutOfRangeIsSaid(String text) {
    assertThatThrownBy(() -> Interval.read(text)).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void aQualifierCountsBareNumbersAndDropsWhatIsShorter() {
    assertThat(Interval.read("5", Interval.Field.DAY, false).orElseThrow()).hasToString("5 days");
    assertThat(Interval.read("1 day 25:10", Interval.Field.HOUR, false).orElseThrow())
        .hasToString("1 day 25:00:00");
    assertThat(Interval.read("10:20", Interval.Field.SECOND, true).orElseThrow())
        .hasToString("00:10:20");
    assertThat(Interval.read("14 months", Interval.Field.YEAR, false).orElseThrow())
        .hasToString("1 year");
  }

  @Test
  void spansAreComparedWithDaysOf24HoursAndMonthsOf30Days() {
    assertThat(read("1 day")).isEqualTo(read("24:00")).hasSameHashCodeAs(read("24:00"));
    assertThat(read("1 mon")).isEqualTo(read("30 days")).isGreaterThan(read("29 days 23:59"));
    assertThat(read("1 mon -30 days")).isEqualTo(Interval.ZERO);
    assertThat(new Interval(Integer.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE))
        .isGreaterThan(new Interval(Integer.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE - 1));
    assertThat(new Interval(Integer.MIN_VALUE, 0, 0)).isLessThan(Interval.ZERO);
  }

  @Test
  void eachIntervalIsReadAsItIsWritten() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 20_000; i++) {
      Interval interval =
          new Interval(
              random.nextInt() >> random.nextInt(32),
              random.nextInt() >> random.nextInt(32),
              random.nextLong() >> random.nextInt(64));
      Interval again = read(interval.toString());
      assertThat(again.months()).isEqualTo(interval.months());
      assertThat(again.days()).isEqualTo(interval.days());
      assertThat(again.us()).isEqualTo(interval.us());
    }
  }
}
