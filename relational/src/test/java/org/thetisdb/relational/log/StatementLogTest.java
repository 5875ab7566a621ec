package org.thetisdb.relational.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.dtxn.FragmentRefusedException;
import org.thetisdb.dtxn.testing.EngineTester;

class StatementLogTest {
  private final StatementLog log = new StatementLog();

  private static byte[] record(int number) {
    return new byte[] {(byte) number, 7};
  }

  private static LogHead place(int version) {
    LogHead place = LogHead.START;
    for (int i = 0; i < version; i++) {
      place = place.next(record(i));
    }
    return place;
  }

  private static byte[] append(int version) {
    LogHead at = place(version);
    return LogFragments.append(at.version(), at.chain(), record(version));
  }

  private static byte[] confirm(String host, int version) {
    return LogFragments.confirm(host, version, place(version).chain());
  }

  private byte[] run(byte[] fragment) {
    return log.executeFragment(fragment, null);
  }

  @Test
  void itKeepsToTheContractOfEngines() {
    new EngineTester(StatementLog::new)
        .check(
            List.of(
                confirm("a", 0),
                append(0),
                append(0), // refused
                append(1),
                LogFragments.read(1),
                confirm("b", 1),
                append(2),
                confirm("a", 2),
                LogFragments.check(3, place(3).chain()),
                LogFragments.see(2, place(2).chain()), // refused
                confirm("b", 3),
                LogFragments.read(2),
                LogFragments.forget("a"),
                confirm("b", 1), // refused
                append(3)));
  }

  @Test
  void recordsStayUntilTheSlowestHostHasThem() {
    run(confirm("a", 0));
    run(confirm("b", 0));
    for (int i = 0; i < 5; i++) {
      assertThat(LogFragments.head(run(append(i)))).isEqualTo(place(i + 1));
    }
    run(confirm("a", 5));
    assertThat(LogFragments.page(run(LogFragments.read(1))).records()).hasSize(5);
    run(confirm("b", 3));
    assertThat(LogFragments.page(run(LogFragments.read(4))).records())
        .containsExactly(record(3), record(4));
    assertThat(LogFragments.page(run(LogFragments.read(3))).records()).isEmpty();
  }

  @Test
  void aLogThatIsFullNamesTheHostForWhichItWaits() {
    run(confirm("slow", 0));
    List<LogHead> at = new ArrayList<>(List.of(LogHead.START));
    byte[] record = {1};
    for (int i = 0; i < StatementLog.MOST_RECORDS; i++) {
      LogHead end = at.get(0);
      run(LogFragments.append(end.version(), end.chain(), record));
      at.set(0, end.next(record));
    }
    LogHead end = at.get(0);
    assertThatThrownBy(() -> run(LogFragments.append(end.version(), end.chain(), record)))
        .isInstanceOf(FragmentRefusedException.class)
        .hasMessageStartingWith(LogFragments.FULL)
        .hasMessageContaining("slow=0");
    run(LogFragments.confirm("slow", end.version(), end.chain()));
    run(LogFragments.append(end.version(), end.chain(), record));
  }

  @Test
  void pagesAreBounded() {
    byte[] record = new byte[StatementLog.PAGE_BYTES / 2];
    LogHead at = LogHead.START;
    for (int i = 0; i < 5; i++) {
      run(LogFragments.append(at.version(), at.chain(), record));
      at = at.next(record);
    }
    assertThat(LogFragments.page(run(LogFragments.read(1))).records()).hasSize(3);
    assertThat(LogFragments.page(run(LogFragments.read(4))).records()).hasSize(2);
  }

  @Test
  void aDatabaseWithAnotherPastIsRefused() {
    run(append(0));
    assertThatThrownBy(() -> run(LogFragments.confirm("a", 1, 4711)))
        .hasMessageContaining("another past");
    assertThatThrownBy(() -> run(confirm("a", 2))).hasMessageContaining("ahead of its log");
  }
}
