package org.thetisdb.integrations.applications;

import java.util.List;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.SelectKey;
import org.apache.ibatis.annotations.Update;

/** Notes, by MyBatis. */
interface NoteMapper {
  @Insert("INSERT INTO note (text, stars) VALUES (#{text}, #{stars})")
  @Options(useGeneratedKeys = true, keyProperty = "id", keyColumn = "id")
  int insert(Note note);

  @Insert("INSERT INTO note (id, text, stars) VALUES (#{id}, #{text}, #{stars})")
  @SelectKey(
      statement = "SELECT nextval('note_number')",
      keyProperty = "id",
      before = true,
      resultType = long.class)
  int insertNumbered(Note note);

  @Insert(
      "INSERT INTO note (id, text, stars) VALUES (#{id}, #{text}, #{stars})"
          + " ON CONFLICT (id) DO UPDATE SET text = #{text}, stars = note.stars + #{stars}")
  int upsert(Note note);

  @Select("SELECT * FROM note WHERE text LIKE '%' || #{part} || '%' ORDER BY text")
  List<Note> containing(String part);

  @Select(
      "<script>SELECT * FROM note WHERE id IN"
          + " <foreach collection='ids' item='i' open='(' separator=',' close=')'>#{i}</foreach>"
          + " ORDER BY id</script>")
  List<Note> byIds(@Param("ids") List<Long> ids);

  @Update("UPDATE note SET stars = stars + 1 WHERE id = #{id}")
  int star(long id);

  @Delete("DELETE FROM note")
  int clear();

  /** A note. */
  final class Note {
    Long id;
    String text;
    int stars;

    Note() {}

    Note(Long id, String text, int stars) {
      this.id = id;
      this.text = text;
      this.stars = stars;
    }
  }
}
